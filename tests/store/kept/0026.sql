BEGIN TRANSACTION;
CREATE TABLE absence (
	id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	first_day VARCHAR NOT NULL, 
	last_day VARCHAR NOT NULL, 
	announced_ms BIGINT NOT NULL, 
	ended_ms BIGINT, 
	CONSTRAINT pk_absence PRIMARY KEY (id), 
	CONSTRAINT fk_absence_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE address_change (
	token_hash VARCHAR NOT NULL, 
	player_id INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	created_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	used_ms BIGINT, 
	session_id INTEGER, 
	CONSTRAINT pk_address_change PRIMARY KEY (token_hash), 
	CONSTRAINT fk_address_change_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE address_claim (
	token_hash VARCHAR NOT NULL, 
	player_id INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	created_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	CONSTRAINT pk_address_claim PRIMARY KEY (token_hash), 
	CONSTRAINT fk_address_claim_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0026');
CREATE TABLE analysis (
	id INTEGER NOT NULL, 
	mark VARCHAR NOT NULL, 
	game_id INTEGER NOT NULL, 
	player_id INTEGER, 
	visitor VARCHAR, 
	seat INTEGER, 
	position INTEGER NOT NULL, 
	supposed TEXT NOT NULL, 
	share VARCHAR, 
	given INTEGER NOT NULL, 
	created_ms BIGINT NOT NULL, 
	used_ms BIGINT NOT NULL, 
	CONSTRAINT pk_analysis PRIMARY KEY (id), 
	CONSTRAINT uq_analysis_mark UNIQUE (mark), 
	CONSTRAINT fk_analysis_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_analysis_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT uq_analysis_share UNIQUE (share)
);
CREATE TABLE analysis_node (
	analysis_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	parent INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	log TEXT NOT NULL, 
	name VARCHAR NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_analysis_node PRIMARY KEY (analysis_id, number), 
	CONSTRAINT fk_analysis_node_analysis_id_analysis FOREIGN KEY(analysis_id) REFERENCES analysis (id) ON DELETE CASCADE
);
CREATE TABLE answer_count (
	who VARCHAR NOT NULL, 
	since_ms BIGINT NOT NULL, 
	answers INTEGER NOT NULL, 
	digest VARCHAR NOT NULL, 
	same INTEGER NOT NULL, 
	idle INTEGER NOT NULL, 
	last_ms BIGINT NOT NULL, 
	answered_ms BIGINT NOT NULL, 
	unanswered INTEGER NOT NULL, 
	told BOOLEAN NOT NULL, 
	CONSTRAINT pk_answer_count PRIMARY KEY (who)
);
INSERT INTO "answer_count" VALUES('player 1',1795633200000,0,'3bbd44046757761360eb170d150e50e8ef192e29d54e2b2ce84803c4daacc5ed',0,0,1795633200000,1795633200000,0,0);
INSERT INTO "answer_count" VALUES('player 2',1795550400000,0,'c5995e497ec9c12b66b91b70ff1fd9c25c91ebc6cd011bb8374f14ce61afe4c5',0,0,1795550400000,1795550400000,0,0);
INSERT INTO "answer_count" VALUES('player 3',1795554000000,1,'3f267c2ab422e502bad8e60ff9e55666ec59b725e561bf1629c48a1578a08c79',0,0,1795554300000,1795554300000,0,0);
CREATE TABLE applied (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	year INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	digest VARCHAR NOT NULL, 
	CONSTRAINT pk_applied PRIMARY KEY (game_id, seat, year, turn, digest), 
	CONSTRAINT fk_applied_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat)
)
 WITHOUT ROWID

;
INSERT INTO "applied" VALUES(1,0,1,1,'ae30fe31ffe87f3f15c335c46fbd9d3e59464c32b7c478f7a750d791380b3347');
CREATE TABLE bounce (
	letter_id INTEGER NOT NULL, 
	mail_id INTEGER NOT NULL, 
	failed BOOLEAN NOT NULL, 
	reply TEXT NOT NULL, 
	stamp TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_bounce PRIMARY KEY (letter_id), 
	CONSTRAINT fk_bounce_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id), 
	CONSTRAINT fk_bounce_mail_id_mail FOREIGN KEY(mail_id) REFERENCES mail (id)
);
CREATE TABLE caused_mail (
	id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_caused_mail PRIMARY KEY (id), 
	CONSTRAINT fk_caused_mail_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE
);
INSERT INTO "caused_mail" VALUES(2,2,1795420800000);
INSERT INTO "caused_mail" VALUES(3,1,1795552200000);
INSERT INTO "caused_mail" VALUES(4,1,1795633200000);
CREATE TABLE channel (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	player_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	address TEXT NOT NULL, 
	p256dh VARCHAR, 
	auth_secret VARCHAR, 
	session_id INTEGER, 
	events VARCHAR NOT NULL, 
	quiet_from INTEGER, 
	quiet_until INTEGER, 
	created_ms BIGINT NOT NULL, 
	last_ms BIGINT, 
	failures INTEGER NOT NULL, 
	failure VARCHAR NOT NULL, 
	failing_ms BIGINT, 
	retry_ms BIGINT NOT NULL, 
	paused_ms BIGINT, 
	tested_ms BIGINT, 
	test_waits BOOLEAN NOT NULL, 
	hour_ms BIGINT NOT NULL, 
	hour_count INTEGER NOT NULL, 
	CONSTRAINT fk_channel_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_channel_session_id_web_session FOREIGN KEY(session_id) REFERENCES web_session (id) ON DELETE CASCADE
);
CREATE TABLE channel_game (
	channel_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	moment TEXT NOT NULL, 
	sent_ms BIGINT NOT NULL, 
	reminded_ms BIGINT NOT NULL, 
	sending TEXT, 
	CONSTRAINT pk_channel_game PRIMARY KEY (channel_id, game_id), 
	CONSTRAINT fk_channel_game_channel_id_channel FOREIGN KEY(channel_id) REFERENCES channel (id) ON DELETE CASCADE, 
	CONSTRAINT fk_channel_game_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE confirmation (
	id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	game_id INTEGER, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	state TEXT NOT NULL, 
	message_id VARCHAR NOT NULL, 
	code_hash VARCHAR NOT NULL, 
	tries INTEGER NOT NULL, 
	letter_id INTEGER, 
	created_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	CONSTRAINT pk_confirmation PRIMARY KEY (id), 
	CONSTRAINT fk_confirmation_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat), 
	CONSTRAINT fk_confirmation_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT fk_confirmation_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id)
);
CREATE TABLE consent (
	proposal_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_consent PRIMARY KEY (proposal_id, seat), 
	CONSTRAINT fk_consent_proposal_id_proposal FOREIGN KEY(proposal_id) REFERENCES proposal (id)
);
CREATE TABLE digest (
	player_id INTEGER NOT NULL, 
	sent_ms BIGINT NOT NULL, 
	CONSTRAINT pk_digest PRIMARY KEY (player_id), 
	CONSTRAINT fk_digest_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE dispute (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	filed_ms BIGINT NOT NULL, 
	letter_id INTEGER, 
	status VARCHAR NOT NULL, 
	opened_ms BIGINT NOT NULL, 
	remind_ms BIGINT, 
	tell_ms BIGINT, 
	rule_by_ms BIGINT, 
	CONSTRAINT pk_dispute PRIMARY KEY (id), 
	CONSTRAINT fk_dispute_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat), 
	CONSTRAINT fk_dispute_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT fk_dispute_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id)
);
INSERT INTO "dispute" VALUES(1,1,1,2,16,'Anna forgot her income, and the server did not tell her.',1795420800000,3,'ruled',1795420800000,1795593600000,1796025600000,1796630400000);
INSERT INTO "dispute" VALUES(2,1,0,1,30,'I never got that die.',1795552200000,10,'ruled',1795552200000,1795638600000,1796157000000,1796761800000);
CREATE TABLE draft (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	letter_id INTEGER, 
	created_ms BIGINT NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_draft_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat), 
	CONSTRAINT fk_draft_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id)
);
CREATE TABLE end_vote (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	concedes BOOLEAN NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_end_vote PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_end_vote_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat)
);
CREATE TABLE ending (
	player_id INTEGER NOT NULL, 
	mark VARCHAR NOT NULL, 
	text TEXT NOT NULL, 
	letters INTEGER NOT NULL, 
	missed INTEGER NOT NULL, 
	orders VARCHAR NOT NULL, 
	seen_ms BIGINT NOT NULL, 
	CONSTRAINT pk_ending PRIMARY KEY (player_id, mark), 
	CONSTRAINT fk_ending_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE entry (
	game_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	payload TEXT NOT NULL, 
	actor INTEGER, 
	letter_id INTEGER, 
	at_ms BIGINT NOT NULL, 
	ruleset_version INTEGER NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (game_id, position), 
	CONSTRAINT fk_entry_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_entry_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id)
)
 WITHOUT ROWID

;
INSERT INTO "entry" VALUES(1,1,'commitment','{"sha256": "96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47"}',NULL,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(1,2,'salt','{"salt": "salt 0"}',0,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(1,3,'salt','{"salt": "salt 1"}',1,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(1,4,'event','{"type": "GameBegan", "kind": "first_rails", "seats": 2, "options": [["extended", "no"], ["director_tie", "faq"], ["open", "no"], ["bridges", "lake"]], "components": "{\"die\":{\"simple\":{\"faces\":[\"straight\",\"straight\",\"curve\",\"curve\",\"share\",\"?\"]}},\"tile\":{\"grassland\":{\"count\":9,\"sides\":\"GGGG\",\"rows\":[\".......\",\".......\",\".......\",\".......\",\".......\",\".......\",\".......\"]},\"lake\":{\"count\":8,\"sides\":\"GGGG\",\"rows\":[\".......\",\"...~~..\",\"..~~~~.\",\".~~~~..\",\".~~~...\",\"..~~...\",\".......\"]},\"mountain2\":{\"count\":9,\"sides\":\"MMGG\",\"rows\":[\".^^^^^^\",\".^^^^^^\",\"..^^^^^\",\"...^^^^\",\"....^^^\",\".....^^\",\".......\"]},\"mountain3\":{\"count\":9,\"sides\":\"MMGM\",\"rows\":[\"^^^^^^^\",\"^^^^^^^\",\"^^^^^^^\",\"^^^.^^^\",\"^^...^^\",\"^^...^^\",\".......\"]}},\"company\":{\"eisberg\":{\"name\":\"Eisberg Tours\",\"colour\":\"green\",\"stations\":{\"mountain\":[2,2],\"lake\":[2,2]}},\"ueberall\":{\"name\":\"Überall Fahrten\",\"colour\":\"blue\",\"stations\":{\"mountain\":[1,1],\"lake\":[1,1],\"grassland\":[3,1]}},\"weiden\":{\"name\":\"Weiden Express\",\"colour\":\"purple\",\"stations\":{\"grassland\":[5,3]}},\"insel\":{\"name\":\"Insel Hopper\",\"colour\":\"yellow\",\"stations\":{\"lake\":[3,2],\"grassland\":[3,2]}},\"bergtal\":{\"name\":\"Berg & Tal-Bahn\",\"colour\":\"red\",\"stations\":{\"mountain\":[3,2],\"grassland\":[3,2]}}}}", "dice": 40, "wild": 4, "start_kind": "grassland", "reading": 2}',NULL,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(1,5,'event','{"type": "YearBegan", "year": 1, "start": 0}',NULL,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(1,6,'event','{"type": "TurnBegan", "seat": 0, "number": 1}',NULL,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(1,7,'action','{"type":"Roll","seat":0,"hidden":0,"wild":4,"break_bank":false}',0,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,8,'event','{"type":"Rolled","seat":0,"hidden":0,"wild":4,"bonus":4,"faces":["straight","curve","curve","curve","straight","straight","curve","share"]}',NULL,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,9,'action','{"type":"BuyShare","seat":0,"company":"weiden","source":null,"wild":false}',0,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,10,'event','{"type":"ShareBought","seat":0,"company":"weiden","seller":null,"face":"share"}',NULL,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,11,'action','{"type":"LayRun","seat":0,"end":"B","steps":[{"type":"Piece","heading":1,"wild":false},{"type":"Piece","heading":1,"wild":false}],"leave":null,"pay":null,"break_bank":false}',0,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,12,'event','{"type":"PieceLaid","seat":0,"end":"B","square":[4,3],"back":3,"heading":1,"face":"straight"}',NULL,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,13,'event','{"type":"PieceLaid","seat":0,"end":"B","square":[5,3],"back":3,"heading":1,"face":"straight"}',NULL,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,14,'action','{"type":"EndTurn","seat":0,"discard":[0,0,0,0]}',0,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,15,'event','{"type":"TurnEnded","seat":0,"discarded":[0,0,0,0]}',NULL,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,16,'event','{"type":"TurnBegan","seat":1,"number":2}',NULL,1,1795370400000,1);
INSERT INTO "entry" VALUES(1,17,'action','{"type":"Roll","seat":1,"hidden":0,"wild":4,"break_bank":false}',1,3,1795420800000,1);
INSERT INTO "entry" VALUES(1,18,'event','{"type":"Rolled","seat":1,"hidden":0,"wild":4,"bonus":4,"faces":["curve","straight","?","straight","curve","share","curve","curve"]}',NULL,3,1795420800000,1);
INSERT INTO "entry" VALUES(1,19,'note','{"about":"disputed","who":"Bert","mover":"Anna","year":1,"place":16,"dispute":1}',1,3,1795420800000,1);
INSERT INTO "entry" VALUES(1,20,'note','{"about":"held for dispute","dispute":1}',NULL,NULL,1795420800000,1);
INSERT INTO "entry" VALUES(1,21,'note','{"about":"ruled amend","by":"Mona","dispute":1,"rule":"FR-11","reason":"Anna gets the die that she forgot. Next time the report tells."}',NULL,8,1795547100000,1);
INSERT INTO "entry" VALUES(1,22,'event','{"type":"DiceMoved","number":1,"source":"bank","giver":null,"target":"hidden","taker":0,"faces":[0,0,0,0]}',NULL,8,1795547100000,1);
INSERT INTO "entry" VALUES(1,23,'note','{"about":"released after dispute","who":"Bert","deadline_ms":1795842300000}',NULL,NULL,1795547100000,1);
INSERT INTO "entry" VALUES(1,24,'action','{"type":"BuyShare","seat":1,"company":"weiden","source":null,"wild":false}',1,9,1795550400000,1);
INSERT INTO "entry" VALUES(1,25,'event','{"type":"ShareBought","seat":1,"company":"weiden","seller":null,"face":"share"}',NULL,9,1795550400000,1);
INSERT INTO "entry" VALUES(1,26,'action','{"type":"EndTurn","seat":1,"discard":[0,2,0,0]}',1,9,1795550400000,1);
INSERT INTO "entry" VALUES(1,27,'event','{"type":"TurnEnded","seat":1,"discarded":[0,2,0,0]}',NULL,9,1795550400000,1);
INSERT INTO "entry" VALUES(1,28,'event','{"type":"DirectorsAssigned","directors":[null,null,0,null,null],"lost_office":[]}',NULL,9,1795550400000,1);
INSERT INTO "entry" VALUES(1,29,'event','{"type":"YearBegan","year":2,"start":1}',NULL,9,1795550400000,1);
INSERT INTO "entry" VALUES(1,30,'event','{"type":"TurnBegan","seat":1,"number":1}',NULL,9,1795550400000,1);
INSERT INTO "entry" VALUES(1,31,'note','{"about":"disputed","who":"Anna","mover":"Bert","year":1,"place":30,"dispute":2}',0,10,1795552200000,1);
INSERT INTO "entry" VALUES(1,32,'note','{"about":"held for dispute","dispute":2}',NULL,NULL,1795552200000,1);
INSERT INTO "entry" VALUES(1,33,'rollback','{"to":22,"epoch":1}',NULL,12,1795554300000,1);
INSERT INTO "entry" VALUES(1,34,'note','{"about":"ruled rollback","by":"Mona","dispute":2,"rule":"FR-11","reason":"We begin anew.","place":22}',NULL,12,1795554300000,1);
INSERT INTO "entry" VALUES(1,35,'note','{"about":"new dice"}',NULL,12,1795554300000,1);
INSERT INTO "entry" VALUES(1,36,'action','{"type":"BuyShare","seat":1,"company":"weiden","source":null,"wild":false}',1,9,1795554300000,1);
INSERT INTO "entry" VALUES(1,37,'event','{"type":"ShareBought","seat":1,"company":"weiden","seller":null,"face":"share"}',NULL,9,1795554300000,1);
INSERT INTO "entry" VALUES(1,38,'action','{"type":"EndTurn","seat":1,"discard":[0,2,0,0]}',1,9,1795554300000,1);
INSERT INTO "entry" VALUES(1,39,'event','{"type":"TurnEnded","seat":1,"discarded":[0,2,0,0]}',NULL,9,1795554300000,1);
INSERT INTO "entry" VALUES(1,40,'event','{"type":"DirectorsAssigned","directors":[null,null,0,null,null],"lost_office":[]}',NULL,9,1795554300000,1);
INSERT INTO "entry" VALUES(1,41,'event','{"type":"YearBegan","year":2,"start":1}',NULL,9,1795554300000,1);
INSERT INTO "entry" VALUES(1,42,'event','{"type":"TurnBegan","seat":1,"number":1}',NULL,9,1795554300000,1);
INSERT INTO "entry" VALUES(1,43,'note','{"about":"played again"}',NULL,12,1795554300000,1);
INSERT INTO "entry" VALUES(1,44,'note','{"about":"released after dispute","who":"Bert","deadline_ms":1795899900000}',NULL,NULL,1795554300000,1);
INSERT INTO "entry" VALUES(2,1,'commitment','{"sha256": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"}',NULL,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(2,2,'salt','{"salt": "salt 0"}',0,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(2,3,'salt','{"salt": "salt 1"}',1,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(2,4,'event','{"type": "GameBegan", "kind": "germany", "seats": 2, "options": [["extended", "no"], ["two_starts", "no"]], "components": "{\"die\":{\"simple\":{\"faces\":[\"straight\",\"straight\",\"curve\",\"curve\",\"share\",\"?\"]}},\"company\":{\"eisberg\":{\"name\":\"Eisberg Tours\",\"colour\":\"green\",\"stations\":{\"mountain\":[2,2],\"lake\":[2,2]}},\"ueberall\":{\"name\":\"Überall Fahrten\",\"colour\":\"blue\",\"stations\":{\"mountain\":[1,1],\"lake\":[1,1],\"grassland\":[3,1]}},\"weiden\":{\"name\":\"Weiden Express\",\"colour\":\"purple\",\"stations\":{\"grassland\":[5,3]}},\"insel\":{\"name\":\"Insel Hopper\",\"colour\":\"yellow\",\"stations\":{\"lake\":[3,2],\"grassland\":[3,2]}},\"bergtal\":{\"name\":\"Berg & Tal-Bahn\",\"colour\":\"red\",\"stations\":{\"mountain\":[3,2],\"grassland\":[3,2]}}},\"chart\":{\"projection\":{\"name\":\"transverse Mercator\",\"meridian\":10.5,\"radius\":6371,\"easting\":-331,\"northing\":6193,\"square\":23.5},\"map\":{\"ground\":[\"~~~~~~~~xxxx~x~~xxx~~xxx~~~~\",\"~~~~~~~~~xxxxxx~xxx~~~~~~~~~\",\"~~~~~~~~~xxx~xx~~xx~~~~~~~~~\",\"~~~~~~~~~xxx~~~~~~~~~~x~~~~~\",\"~~~~~~~~~...~~~~xx~~~~.~~~~~\",\"~~~~~~~~~~...~~~~~~~~..~~~~~\",\"~~~~~~~~~......~~~~...~~~~~~\",\"~~~~~~~~~~.....~~.......~~xx\",\"~~~~~~~~~...............~xxx\",\"~~~~~..~~.......~........xxx\",\"~xxx................~....xxx\",\"xxxxx....................xxx\",\"xxxxx....................xxx\",\"xxxx.....................xxx\",\"xxx.......................xx\",\"xxxx......................xx\",\"xxxx......................xx\",\"xxx........................x\",\"x............^^^...........x\",\"x.............^^...........x\",\"x.....^^^..................x\",\"x.....^^^..................x\",\"x......^.....^...........xxx\",\"x^...........^^^.....^^xxxxx\",\"xx^^........^.^^^^..^^xxxxxx\",\"x^^^........^...^...xxxxxxxx\",\"x^^................xxxxxxxxx\",\"xx..................xxxxxxxx\",\"x...................xxxxxxxx\",\"xx..................^xxxxxxx\",\"xxx.................^^xxxxxx\",\"xxxxxx...............^^xxxxx\",\"xxxxxx.^.....^........^^xxxx\",\"xxxxxx.^...^^...........xxxx\",\"xxxxx.^^.^^^...........xxxxx\",\"xxxxx.^^.^...........xxxxxxx\",\"xxxxx.^^............~xxxxxxx\",\"xxxxx.^...........^^^xxxxxxx\",\"xxxxx...xx~~^^^^^^^xxxxxxxxx\",\"xxxxxxxxxxxxx^xxxxxxxxxxxxxx\",\"xxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"xxxxxxxxxxxxxxxxxxxxxxxxxxxx\"],\"rivers\":[\"............................\",\"............................\",\"............................\",\"............................\",\"............................\",\"............................\",\"............................\",\"............................\",\".........BB.................\",\"..........BBB...............\",\"....EE..W...BBB......H......\",\".....E..WW....BB.....H..O...\",\".....E...WW....BBB...H..O...\",\".....E....W......BBH.H..O...\",\".....E....W.......BH.H..OO..\",\".....E....W......BBHHHPPPO..\",\".....E....W......B......PO..\",\".....EEE..W......BBB....POO.\",\".RR....EE.WW......ABBB..PPS.\",\"..R........W......A..B...PS.\",\"..RR.......W......A..BB..PS.\",\"...R.............AA...BBBPS.\",\"...R.............A......B...\",\"...RR............A..........\",\"....RR...........AA.........\",\"....LR............A.........\",\"...LLRRRMM.....MMMM.........\",\"..LL...R.MM.MMMM............\",\".LL....R..MMM...............\",\".......RKK..................\",\".......R.KK.................\",\"......RR..K.......DDD.......\",\"......R...K....DDDD.DDD.....\",\"......R..KK..DDD..IIIIDD....\",\".....RR.KK.DDD...II.NNN.....\",\".....R.KKDDD.....I.NN.......\",\".....R.KDD.......I.N........\",\".....R.RRRR......I.N........\",\".....RRR........II..........\",\"............................\",\"............................\",\"............................\"],\"start\":[10,24]},\"river\":{\"R\":\"Rhein\",\"M\":\"Main\",\"K\":\"Neckar\",\"L\":\"Mosel\",\"D\":\"Donau\",\"I\":\"Isar\",\"N\":\"Inn\",\"W\":\"Weser\",\"E\":\"Ems\",\"B\":\"Elbe\",\"A\":\"Saale\",\"H\":\"Havel\",\"P\":\"Spree\",\"O\":\"Oder\",\"S\":\"Neiße\"},\"flow\":{\"R\":[\"water\",\"border\"],\"M\":[\"source\",\"R\"],\"K\":[\"source\",\"R\"],\"L\":[\"border\",\"R\"],\"D\":[\"source\",\"border\"],\"I\":[\"border\",\"D\"],\"N\":[\"border\",\"D\"],\"W\":[\"source\",\"water\"],\"E\":[\"source\",\"water\"],\"B\":[\"border\",\"water\"],\"A\":[\"source\",\"B\"],\"H\":[\"source\",\"B\"],\"P\":[\"source\",\"H\"],\"O\":[\"border\",\"border\"],\"S\":[\"border\",\"O\"]},\"town\":[{\"name\":\"Hamburg\",\"longitude\":9.99,\"latitude\":53.55,\"squares\":[{\"at\":[11,9],\"colour\":\"red\",\"price\":3},{\"at\":[12,9],\"colour\":\"yellow\",\"price\":5},{\"at\":[11,10],\"colour\":\"white\",\"price\":5},{\"at\":[12,10],\"colour\":\"green\",\"price\":3}]},{\"name\":\"Hannover\",\"longitude\":9.73,\"latitude\":52.37,\"squares\":[{\"at\":[11,15],\"colour\":\"purple\",\"price\":3},{\"at\":[12,15],\"colour\":\"blue\",\"price\":3},{\"at\":[11,16],\"colour\":\"white\",\"price\":3}]},{\"name\":\"Bremen\",\"longitude\":8.81,\"latitude\":53.08,\"squares\":[{\"at\":[8,12],\"colour\":\"yellow\",\"price\":3},{\"at\":[9,12],\"colour\":\"purple\",\"price\":3}]},{\"name\":\"Rostock\",\"longitude\":12.13,\"latitude\":54.09,\"squares\":[{\"at\":[18,8],\"colour\":\"blue\",\"price\":3},{\"at\":[19,8],\"colour\":\"green\",\"price\":3}]},{\"name\":\"Kiel\",\"longitude\":10.13,\"latitude\":54.32,\"squares\":[{\"at\":[12,5],\"colour\":\"white\",\"price\":3}]},{\"name\":\"Sassnitz\",\"longitude\":13.64,\"latitude\":54.52,\"squares\":[{\"at\":[22,5],\"colour\":\"yellow\",\"price\":3}]},{\"name\":\"Emden\",\"longitude\":7.21,\"latitude\":53.37,\"squares\":[{\"at\":[4,10],\"colour\":\"red\",\"price\":5}]},{\"name\":\"Köln\",\"longitude\":6.96,\"latitude\":50.94,\"squares\":[{\"at\":[3,22],\"colour\":\"red\",\"price\":3},{\"at\":[4,22],\"colour\":\"yellow\",\"price\":5},{\"at\":[3,23],\"colour\":\"white\",\"price\":5},{\"at\":[4,23],\"colour\":\"purple\",\"price\":5}]},{\"name\":\"Frankfurt\",\"longitude\":8.68,\"latitude\":50.11,\"squares\":[{\"at\":[8,25],\"colour\":\"yellow\",\"price\":3},{\"at\":[9,25],\"colour\":\"blue\",\"price\":5},{\"at\":[8,26],\"colour\":\"red\",\"price\":5},{\"at\":[9,26],\"colour\":\"white\",\"price\":5}]},{\"name\":\"Dortmund\",\"longitude\":7.47,\"latitude\":51.51,\"squares\":[{\"at\":[3,19],\"colour\":\"green\",\"price\":5},{\"at\":[4,19],\"colour\":\"blue\",\"price\":3},{\"at\":[5,19],\"colour\":\"white\",\"price\":3}]},{\"name\":\"Bielefeld\",\"longitude\":8.53,\"latitude\":52.02,\"squares\":[{\"at\":[8,17],\"colour\":\"red\",\"price\":3},{\"at\":[9,17],\"colour\":\"purple\",\"price\":3}]},{\"name\":\"Münster\",\"longitude\":7.63,\"latitude\":51.96,\"squares\":[{\"at\":[5,17],\"colour\":\"yellow\",\"price\":3}]},{\"name\":\"Aachen\",\"longitude\":6.08,\"latitude\":50.78,\"squares\":[{\"at\":[1,22],\"colour\":\"green\",\"price\":3}]},{\"name\":\"Berlin\",\"longitude\":13.4,\"latitude\":52.52,\"squares\":[{\"at\":[22,15],\"colour\":\"red\",\"price\":5},{\"at\":[23,15],\"colour\":\"white\",\"price\":5},{\"at\":[22,16],\"colour\":\"blue\",\"price\":5},{\"at\":[23,16],\"colour\":\"purple\",\"price\":5}]},{\"name\":\"Leipzig\",\"longitude\":12.37,\"latitude\":51.34,\"squares\":[{\"at\":[17,19],\"colour\":\"white\",\"price\":3},{\"at\":[18,19],\"colour\":\"green\",\"price\":5},{\"at\":[19,19],\"colour\":\"yellow\",\"price\":3}]},{\"name\":\"Dresden\",\"longitude\":13.74,\"latitude\":51.05,\"squares\":[{\"at\":[23,22],\"colour\":\"red\",\"price\":3},{\"at\":[24,22],\"colour\":\"green\",\"price\":3}]},{\"name\":\"Magdeburg\",\"longitude\":11.63,\"latitude\":52.13,\"squares\":[{\"at\":[17,16],\"colour\":\"yellow\",\"price\":5},{\"at\":[17,17],\"colour\":\"blue\",\"price\":3}]},{\"name\":\"Erfurt\",\"longitude\":11.03,\"latitude\":50.98,\"squares\":[{\"at\":[15,22],\"colour\":\"purple\",\"price\":3}]},{\"name\":\"Cottbus\",\"longitude\":14.33,\"latitude\":51.76,\"squares\":[{\"at\":[25,18],\"colour\":\"white\",\"price\":3}]},{\"name\":\"Stuttgart\",\"longitude\":9.18,\"latitude\":48.78,\"squares\":[{\"at\":[9,32],\"colour\":\"red\",\"price\":5},{\"at\":[10,32],\"colour\":\"purple\",\"price\":5},{\"at\":[9,33],\"colour\":\"white\",\"price\":5}]},{\"name\":\"Mannheim\",\"longitude\":8.47,\"latitude\":49.49,\"squares\":[{\"at\":[8,29],\"colour\":\"yellow\",\"price\":3},{\"at\":[8,30],\"colour\":\"blue\",\"price\":3}]},{\"name\":\"Freiburg\",\"longitude\":7.85,\"latitude\":47.99,\"squares\":[{\"at\":[5,36],\"colour\":\"red\",\"price\":3},{\"at\":[5,37],\"colour\":\"green\",\"price\":3}]},{\"name\":\"Saarbrücken\",\"longitude\":7,\"latitude\":49.23,\"squares\":[{\"at\":[3,30],\"colour\":\"purple\",\"price\":3}]},{\"name\":\"Koblenz\",\"longitude\":7.6,\"latitude\":50.36,\"squares\":[{\"at\":[5,25],\"colour\":\"green\",\"price\":5}]},{\"name\":\"Ulm\",\"longitude\":9.99,\"latitude\":48.4,\"squares\":[{\"at\":[12,33],\"colour\":\"white\",\"price\":3}]},{\"name\":\"Friedrichshafen\",\"longitude\":9.48,\"latitude\":47.65,\"squares\":[{\"at\":[11,37],\"colour\":\"yellow\",\"price\":5}]},{\"name\":\"München\",\"longitude\":11.58,\"latitude\":48.14,\"squares\":[{\"at\":[16,36],\"colour\":\"red\",\"price\":5},{\"at\":[17,36],\"colour\":\"yellow\",\"price\":5},{\"at\":[15,36],\"colour\":\"blue\",\"price\":5},{\"at\":[17,37],\"colour\":\"white\",\"price\":5}]},{\"name\":\"Nürnberg\",\"longitude\":11.08,\"latitude\":49.45,\"squares\":[{\"at\":[15,29],\"colour\":\"red\",\"price\":3},{\"at\":[16,29],\"colour\":\"purple\",\"price\":3},{\"at\":[15,30],\"colour\":\"white\",\"price\":3}]},{\"name\":\"Regensburg\",\"longitude\":12.1,\"latitude\":49.02,\"squares\":[{\"at\":[18,31],\"colour\":\"red\",\"price\":3},{\"at\":[19,31],\"colour\":\"blue\",\"price\":3}]},{\"name\":\"Passau\",\"longitude\":13.46,\"latitude\":48.57,\"squares\":[{\"at\":[23,33],\"colour\":\"white\",\"price\":3}]},{\"name\":\"Rosenheim\",\"longitude\":12.13,\"latitude\":47.86,\"squares\":[{\"at\":[19,36],\"colour\":\"yellow\",\"price\":3}]},{\"name\":\"Hof\",\"longitude\":11.92,\"latitude\":50.32,\"squares\":[{\"at\":[18,25],\"colour\":\"green\",\"price\":5}]}],\"country\":[{\"name\":\"Denmark\",\"written\":\"Dänemark\",\"at\":[11,3],\"price\":5},{\"name\":\"Sweden\",\"written\":\"Schweden\",\"at\":[22,3],\"price\":5},{\"name\":\"Poland\",\"written\":\"Polen\",\"at\":[25,13],\"price\":5},{\"name\":\"Czechia\",\"written\":\"Tschechien\",\"at\":[21,29],\"price\":5},{\"name\":\"Austria\",\"written\":\"Österreich\",\"at\":[19,38],\"price\":5},{\"name\":\"Switzerland\",\"written\":\"Schweiz\",\"at\":[9,38],\"price\":5},{\"name\":\"France\",\"written\":\"Frankreich\",\"at\":[5,31],\"price\":5},{\"name\":\"Luxembourg\",\"written\":\"Luxemburg\",\"at\":[1,27],\"price\":5},{\"name\":\"Belgium\",\"written\":\"Belgien\",\"at\":[1,24],\"price\":5},{\"name\":\"Netherlands\",\"written\":\"Niederlande\",\"at\":[3,15],\"price\":5}],\"two_starts\":{\"south\":[\"France\",\"Austria\"],\"north\":[\"Sweden\",\"Denmark\"]}}}", "dice": 40, "wild": 4, "start_kind": "", "reading": 2}',NULL,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(2,5,'event','{"type": "YearBegan", "year": 1, "start": 0}',NULL,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(2,6,'event','{"type": "TurnBegan", "seat": 0, "number": 1}',NULL,NULL,1795366800000,1);
INSERT INTO "entry" VALUES(2,7,'note','{"about":"bot played","who":"Carl","deadline_ms":1795453200000}',0,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,8,'action','{"type":"LayRun","seat":0,"end":"B","steps":[{"type":"Piece","heading":3,"wild":true}],"leave":null,"pay":null,"break_bank":false}',0,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,9,'event','{"type":"PieceLaid","seat":0,"end":"B","square":[10,25],"back":0,"heading":3,"face":"?"}',NULL,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,10,'action','{"type":"Roll","seat":0,"hidden":0,"wild":2,"break_bank":false}',0,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,11,'event','{"type":"Rolled","seat":0,"hidden":0,"wild":2,"bonus":2,"faces":["share","curve","share","curve"]}',NULL,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,12,'action','{"type":"LayRun","seat":0,"end":"B","steps":[{"type":"Piece","heading":2,"wild":false}],"leave":null,"pay":null,"break_bank":false}',0,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,13,'event','{"type":"PieceLaid","seat":0,"end":"B","square":[9,25],"back":1,"heading":2,"face":"curve"}',NULL,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,14,'action','{"type":"UseTransport","seat":0,"company":"eisberg","wild":false}',0,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,15,'event','{"type":"TransportUsed","seat":0,"company":"eisberg","face":"share"}',NULL,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,16,'action','{"type":"UseTransport","seat":0,"company":"eisberg","wild":false}',0,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,17,'event','{"type":"TransportUsed","seat":0,"company":"eisberg","face":"share"}',NULL,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,18,'action','{"type":"EndTurn","seat":0,"discard":[0,0,0,0]}',0,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,19,'event','{"type":"TurnEnded","seat":0,"discarded":[0,0,0,0]}',NULL,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,20,'event','{"type":"TurnBegan","seat":1,"number":2}',NULL,NULL,1795453200000,1);
INSERT INTO "entry" VALUES(2,21,'note','{"about":"bot played","who":"Bert","deadline_ms":1795539600000}',1,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,22,'action','{"type":"LayRun","seat":1,"end":"A","steps":[{"type":"Piece","heading":0,"wild":true}],"leave":null,"pay":null,"break_bank":false}',1,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,23,'event','{"type":"PieceLaid","seat":1,"end":"A","square":[10,23],"back":2,"heading":0,"face":"?"}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,24,'action','{"type":"LayRun","seat":1,"end":"A","steps":[{"type":"Piece","heading":0,"wild":true}],"leave":null,"pay":null,"break_bank":false}',1,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,25,'event','{"type":"PieceLaid","seat":1,"end":"A","square":[10,22],"back":2,"heading":0,"face":"?"}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,26,'action','{"type":"LayRun","seat":1,"end":"A","steps":[{"type":"Piece","heading":0,"wild":true},{"type":"Piece","heading":0,"wild":false}],"leave":null,"pay":null,"break_bank":false}',1,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,27,'event','{"type":"PieceLaid","seat":1,"end":"A","square":[10,21],"back":2,"heading":0,"face":"?"}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,28,'event','{"type":"PieceLaid","seat":1,"end":"A","square":[10,20],"back":2,"heading":0,"face":"?"}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,29,'event','{"type":"BonusPaid","seat":1,"wild":2,"reason":"tile"}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,30,'action','{"type":"Roll","seat":1,"hidden":0,"wild":1,"break_bank":false}',1,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,31,'event','{"type":"Rolled","seat":1,"hidden":0,"wild":1,"bonus":1,"faces":["curve","straight"]}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,32,'action','{"type":"EndTurn","seat":1,"discard":[0,0,0,0]}',1,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,33,'event','{"type":"TurnEnded","seat":1,"discarded":[0,0,0,0]}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,34,'event','{"type":"PassengersCame","passengers":[1,1,1,1,1]}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,35,'event','{"type":"YearBegan","year":2,"start":1}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,36,'event','{"type":"TurnBegan","seat":1,"number":1}',NULL,NULL,1795539600000,1);
INSERT INTO "entry" VALUES(2,37,'note','{"about":"bot played","who":"Bert","deadline_ms":1795626000000}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,38,'action','{"type":"Income","seat":1,"break_bank":false}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,39,'event','{"type":"IncomeTaken","seat":1,"hidden":4,"wild":0,"clause":"stations"}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,40,'action','{"type":"LayRun","seat":1,"end":"A","steps":[{"type":"Piece","heading":3,"wild":false}],"leave":null,"pay":null,"break_bank":false}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,41,'event','{"type":"PieceLaid","seat":1,"end":"A","square":[10,19],"back":2,"heading":3,"face":"curve"}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,42,'action','{"type":"LayRun","seat":1,"end":"A","steps":[{"type":"Piece","heading":0,"wild":true}],"leave":null,"pay":null,"break_bank":false}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,43,'event','{"type":"PieceLaid","seat":1,"end":"A","square":[9,19],"back":1,"heading":0,"face":"?"}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,44,'action','{"type":"LayRun","seat":1,"end":"A","steps":[{"type":"Piece","heading":0,"wild":false}],"leave":null,"pay":null,"break_bank":false}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,45,'event','{"type":"PieceLaid","seat":1,"end":"A","square":[9,18],"back":2,"heading":0,"face":"straight"}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,46,'action','{"type":"BuildStation","seat":1,"end":"A","company":"weiden","terrain":null,"price":null,"pay":{"type":"Payment","hidden":3,"wild":0},"break_bank":false}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,47,'event','{"type":"StationBuilt","seat":1,"end":"A","square":[9,17],"back":2,"company":"weiden","terrain":"grassland","price":3,"paid":{"type":"Payment","hidden":3,"wild":0}}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,48,'event','{"type":"BonusPaid","seat":1,"wild":2,"reason":"station"}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,49,'event','{"type":"PassengersTaken","seat":1,"company":"weiden","passengers":1}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,50,'event','{"type":"DirectorChanged","company":"weiden","seat":1,"previous":null}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,51,'action','{"type":"BuildStation","seat":1,"end":"A","company":"bergtal","terrain":null,"price":null,"pay":{"type":"Payment","hidden":1,"wild":2},"break_bank":false,"leave":3}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,52,'event','{"type":"StationBuilt","seat":1,"end":"A","square":[8,17],"back":1,"company":"bergtal","terrain":"grassland","price":3,"paid":{"type":"Payment","hidden":1,"wild":2}}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,53,'event','{"type":"BonusPaid","seat":1,"wild":2,"reason":"station"}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,54,'event','{"type":"PassengersTaken","seat":1,"company":"bergtal","passengers":1}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,55,'event','{"type":"DirectorChanged","company":"bergtal","seat":1,"previous":null}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,56,'action','{"type":"Roll","seat":1,"hidden":0,"wild":1,"break_bank":false}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,57,'event','{"type":"Rolled","seat":1,"hidden":0,"wild":1,"bonus":1,"faces":["straight","?"]}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,58,'action','{"type":"LayRun","seat":1,"end":"A","steps":[{"type":"Piece","heading":0,"wild":false}],"leave":0,"pay":null,"break_bank":false}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,59,'event','{"type":"PieceLaid","seat":1,"end":"A","square":[8,16],"back":2,"heading":0,"face":"straight"}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,60,'action','{"type":"EndTurn","seat":1,"discard":[0,0,0,0]}',1,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,61,'event','{"type":"TurnEnded","seat":1,"discarded":[0,0,0,0]}',NULL,NULL,1795626000000,1);
INSERT INTO "entry" VALUES(2,62,'event','{"type":"TurnBegan","seat":0,"number":2}',NULL,NULL,1795626000000,1);
CREATE TABLE epoch_seed (
	game_id INTEGER NOT NULL, 
	epoch INTEGER NOT NULL, 
	seed BLOB NOT NULL, 
	commitment VARCHAR NOT NULL, 
	CONSTRAINT pk_epoch_seed PRIMARY KEY (game_id, epoch), 
	CONSTRAINT fk_epoch_seed_game_id_game FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE game (
	id INTEGER NOT NULL, 
	tag VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	options TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	commitment VARCHAR NOT NULL, 
	ruleset_version INTEGER NOT NULL, 
	pace VARCHAR NOT NULL, 
	playing_days VARCHAR NOT NULL, 
	zone VARCHAR NOT NULL, 
	late VARCHAR NOT NULL, 
	press VARCHAR NOT NULL, 
	created_ms BIGINT NOT NULL, 
	root_message_id VARCHAR NOT NULL, 
	year INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	active_seat INTEGER, 
	active_bot VARCHAR, 
	began_ms BIGINT NOT NULL, 
	deadline_ms BIGINT, 
	wake_ms BIGINT, 
	overdue INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	final_position INTEGER NOT NULL, 
	held_ms BIGINT, 
	left_ms BIGINT, 
	epoch INTEGER NOT NULL, 
	beacon TEXT, 
	purpose VARCHAR NOT NULL, 
	owner_id INTEGER, 
	CONSTRAINT pk_game PRIMARY KEY (id), 
	CONSTRAINT uq_game_tag UNIQUE (tag), 
	CONSTRAINT fk_game_owner_id_player FOREIGN KEY(owner_id) REFERENCES player (id)
);
INSERT INTO "game" VALUES(1,'e1','Whitsun','first_rails','playing','{}',X'0000000000000000000000000000000000000000000000000000000000000005','96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47',1,'4d','1234567','UTC','wait','signed',1795366800000,'<game-e1-8fa1fa0af9e5f7ae@seats.test>',2,1,1,NULL,1795554300000,1795899900000,1795727100000,0,42,42,NULL,NULL,1,NULL,'match',NULL);
INSERT INTO "game" VALUES(2,'e2','Advent','germany','playing','{}',X'0000000000000000000000000000000000000000000000000000000000000000','66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',1,'1d','1234567','UTC','bot','signed',1795366800000,'<game-e2-ffab2c242bdbb2c4@seats.test>',2,2,0,NULL,1795626000000,1795712400000,1795705200000,0,62,62,NULL,NULL,0,NULL,'match',NULL);
CREATE TABLE ignored_letter (
	letter_id INTEGER NOT NULL, 
	player_id INTEGER, 
	reason VARCHAR NOT NULL, 
	at_ms BIGINT NOT NULL, 
	asked_ms BIGINT, 
	told_ms BIGINT, 
	CONSTRAINT pk_ignored_letter PRIMARY KEY (letter_id), 
	CONSTRAINT fk_ignored_letter_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id), 
	CONSTRAINT fk_ignored_letter_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE invitation (
	list_id INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	invited_by INTEGER NOT NULL, 
	created_ms BIGINT NOT NULL, 
	declined_ms BIGINT, 
	CONSTRAINT pk_invitation PRIMARY KEY (list_id, address), 
	CONSTRAINT fk_invitation_list_id_waiting_list FOREIGN KEY(list_id) REFERENCES waiting_list (id), 
	CONSTRAINT fk_invitation_invited_by_player FOREIGN KEY(invited_by) REFERENCES player (id)
);
CREATE TABLE letter (
	id INTEGER NOT NULL, 
	message_id VARCHAR NOT NULL, 
	recipient_token VARCHAR NOT NULL, 
	mail_from VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	received_ms BIGINT NOT NULL, 
	raw BLOB NOT NULL, 
	status VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	outcome TEXT NOT NULL, 
	game_id INTEGER, 
	seat INTEGER, 
	mark VARCHAR NOT NULL, 
	CONSTRAINT pk_letter PRIMARY KEY (id), 
	CONSTRAINT uq_letter_recipient_token_message_id_digest UNIQUE (recipient_token, message_id, digest), 
	CONSTRAINT fk_letter_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT uq_letter_mark UNIQUE (mark)
);
INSERT INTO "letter" VALUES(1,'<ea56bfb4609929ba59763882@player.test>','zasdacwa5v5cchn3','anna@player.test','8e6fef0da2bf6159652afdc0bb52181887bf09224061146d8d3fb7f937739afd',1795370400000,X'','done',0,'Your orders were carried out.',1,0,'zezp2bywkp');
INSERT INTO "letter" VALUES(2,'<2426b05ba65b25b4342c5f4d@player.test>','zasdacwa5v5cchn3','anna@player.test','dcbc94c9dc89d693214c5936d89722af3391f695522ad1864b8fbd24ab66b9e3',1795372200000,X'','done',0,'Your orders were carried out.',1,0,'qzbvi7qcky');
INSERT INTO "letter" VALUES(3,'<1c14ce56f9b47fca4160974d@player.test>','4cb7dnv5pvpuwtam','bert@player.test','696ba713ca67bc9fd31befca3dec529e51e96975711bc18d93de2fff1a7cdc34',1795420800000,X'','done',0,'Your orders were carried out.',1,1,'q4wehixscg');
INSERT INTO "letter" VALUES(4,'<c895dfe3cb415ded7fae16fe@player.test>','ubvw6gbifokafq5k','mona@player.test','91f621546087e42a8338649790eb715474a73fad78596e5981a2f39b514a85b8',1795460700000,X'','done',0,'Nothing was done yet. Here is what would be done. Reply `confirm` to do it.',NULL,NULL,'7bmth2cco5');
INSERT INTO "letter" VALUES(5,'<f0d59b2fc635ce672b141549@player.test>','ubvw6gbifokafq5k','mona@player.test','91fe501056fe89be32c617f364b0702bff0bbc0d3e7d4152805c5557621ea819',1795461000000,X'','done',0,'All done.',NULL,NULL,'uerh44p5ny');
INSERT INTO "letter" VALUES(6,'<ae81296c14b71ebec86407fc@player.test>','zasdacwa5v5cchn3','anna@player.test','2f0fbd86fdaf2932480d5ce26f9cd744637c959e2af4815ebefee2577bbf9ded',1795464000000,X'','done',0,'Your orders were carried out.',1,0,'f6bjwgc3ai');
INSERT INTO "letter" VALUES(7,'<049a429d1292b8936411e9fb@player.test>','ubvw6gbifokafq5k','mona@player.test','2679fa86eae0e71376e86bd11edbedd7204c83a04fb83fc7da82c08110ceb07e',1795546800000,X'','done',0,'Nothing was done yet. Here is what would be done. Reply `confirm` to do it.',NULL,NULL,'o6wdn6w6lx');
INSERT INTO "letter" VALUES(8,'<de393eba263e8d4d33e50730@player.test>','ubvw6gbifokafq5k','mona@player.test','e19c3f37d96ebe5d1a78a26d2ba385f3909fb64d2f94466798abfdfd862e4bde',1795547100000,X'','done',0,'All done.',NULL,NULL,'ccrx6akqr7');
INSERT INTO "letter" VALUES(9,'<ee6c04c01cf4d8c80afb93e2@player.test>','4cb7dnv5pvpuwtam','bert@player.test','cb6560c97288a548588a36e72b88a1d9e416a887a02d89b6ecbb2768816d6ad8',1795550400000,X'','done',0,'Your orders were carried out.',1,1,'h55fua6wy2');
INSERT INTO "letter" VALUES(10,'<79f680467cb5254692a2e338@player.test>','zasdacwa5v5cchn3','anna@player.test','381b08cafbba58c94c7d9fa808c37b14213e721ace8afeb85c71ebb22bcc6e2e',1795552200000,X'','done',0,'Your orders were carried out.',1,0,'hkd776d7pv');
INSERT INTO "letter" VALUES(11,'<b7b1d4e4601e41ab8c11ade6@player.test>','ubvw6gbifokafq5k','mona@player.test','80bf13d2459e7ffa1c8fe5fa4f74d569ed4af157700fdcfe8d531676e6153b86',1795554000000,X'','done',0,'Nothing was done yet. Here is what would be done. Reply `confirm` to do it.',NULL,NULL,'k4b6ruruot');
INSERT INTO "letter" VALUES(12,'<71d5e297190293f69f23c52c@player.test>','ubvw6gbifokafq5k','mona@player.test','b01b492a3c8341e51b03953ab4fcb65a8e88d18d23dbd7a20394931cbecaec5d',1795554300000,X'','done',0,'All done.',NULL,NULL,'eun5nx27ka');
INSERT INTO "letter" VALUES(13,'<f78ccab029b8c8fc73349219@player.test>','zasdacwa5v5cchn3','anna@player.test','1b2039521a948766fa33309a35271be1a9f75f1fed47dc70c1de0178df58b3c6',1795633200000,X'','done',0,'Your orders were carried out.',1,0,'yh2i26x6vt');
CREATE TABLE letter_origin (
	letter_id INTEGER NOT NULL, 
	way VARCHAR NOT NULL, 
	peer VARCHAR NOT NULL, 
	helo VARCHAR NOT NULL, 
	proof TEXT NOT NULL, 
	looks INTEGER NOT NULL, 
	look_ms BIGINT, 
	CONSTRAINT pk_letter_origin PRIMARY KEY (letter_id), 
	CONSTRAINT fk_letter_origin_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id)
);
INSERT INTO "letter_origin" VALUES(1,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(2,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(3,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(4,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(5,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(6,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(7,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(8,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(9,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(10,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(11,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(12,'smtp','','','',0,NULL);
INSERT INTO "letter_origin" VALUES(13,'smtp','','','',0,NULL);
CREATE TABLE mail (
	id INTEGER NOT NULL, 
	message_id VARCHAR NOT NULL, 
	game_id INTEGER, 
	seat INTEGER, 
	player_id INTEGER, 
	sender VARCHAR, 
	to_address VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	subject TEXT NOT NULL, 
	text TEXT NOT NULL, 
	in_reply_to VARCHAR, 
	references_ TEXT NOT NULL, 
	auto VARCHAR NOT NULL, 
	position INTEGER, 
	created_ms BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_ms BIGINT NOT NULL, 
	last_reply TEXT, 
	sent_ms BIGINT, 
	raw BLOB, 
	number INTEGER, 
	CONSTRAINT pk_mail PRIMARY KEY (id), 
	CONSTRAINT uq_mail_player_id_number UNIQUE (player_id, number), 
	CONSTRAINT uq_mail_message_id UNIQUE (message_id), 
	CONSTRAINT fk_mail_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_mail_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "mail" VALUES(1,'<4752b7e5ca69650573aee6e9b59627d4@seats.test>',1,0,1,NULL,'anna@player.test','report','[First Rails e1] Whitsun','','<game-e1-8fa1fa0af9e5f7ae@seats.test>','<game-e1-8fa1fa0af9e5f7ae@seats.test>','auto-generated',6,1795366800000,'sent',1,1795366800000,'',1795366800000,NULL,1);
INSERT INTO "mail" VALUES(3,'<6a40a63ebfa0f5665e0c672a567a782d@seats.test>',2,0,4,NULL,'carl@player.test','report','[Germany e2] Advent','','<game-e2-ffab2c242bdbb2c4@seats.test>','<game-e2-ffab2c242bdbb2c4@seats.test>','auto-generated',6,1795366800000,'sent',1,1795366800000,'',1795366800000,NULL,1);
INSERT INTO "mail" VALUES(5,'<6a6ed084933523de31c67e09e0a8be81@seats.test>',1,0,1,NULL,'anna@player.test','answer','[First Rails e1] Whitsun','','<ea56bfb4609929ba59763882@player.test>','<game-e1-8fa1fa0af9e5f7ae@seats.test> <ea56bfb4609929ba59763882@player.test>','auto-replied',16,1795370400000,'sent',1,1795370400000,'',1795370400000,NULL,2);
INSERT INTO "mail" VALUES(7,'<2ab11199de28f546749bba8e14bc1ef2@seats.test>',1,1,2,NULL,'bert@player.test','press','[First Rails e1] Whitsun','','<game-e1-8fa1fa0af9e5f7ae@seats.test>','<game-e1-8fa1fa0af9e5f7ae@seats.test>','auto-generated',16,1795372200000,'sent',1,1795372200000,'',1795372200000,NULL,4);
INSERT INTO "mail" VALUES(9,'<d44a2295b5eed668a635dfef4eeb8fd7@seats.test>',1,0,1,NULL,'anna@player.test','notice','[First Rails e1] Whitsun','','<game-e1-8fa1fa0af9e5f7ae@seats.test>','<game-e1-8fa1fa0af9e5f7ae@seats.test>','auto-generated',18,1795420800000,'sent',1,1795420800000,'',1795420800000,NULL,4);
INSERT INTO "mail" VALUES(10,'<c90c9626e9a1abaaaad55c2234d08276@seats.test>',NULL,NULL,3,'ubvw6gbifokafq5k','mona@player.test','moderation','Dispute 1: [First Rails e1] Whitsun','',NULL,'','auto-generated',NULL,1795420800000,'sent',1,1795420800000,'',1795420800000,NULL,1);
INSERT INTO "mail" VALUES(14,'<f34a0c75965250f9e6605cc99d92ef06@seats.test>',NULL,NULL,3,'ubvw6gbifokafq5k','mona@player.test','lobby','Your account at Railroad Dice by mail','','<c895dfe3cb415ded7fae16fe@player.test>','<c895dfe3cb415ded7fae16fe@player.test>','auto-replied',NULL,1795460700000,'sent',1,1795460700000,'',1795460700000,NULL,2);
CREATE TABLE mail_bytes (
	mail_id INTEGER NOT NULL, 
	packed BLOB NOT NULL, 
	picture VARCHAR, 
	sent_ms BIGINT, 
	CONSTRAINT pk_mail_bytes PRIMARY KEY (mail_id), 
	CONSTRAINT fk_mail_bytes_mail_id_mail FOREIGN KEY(mail_id) REFERENCES mail (id), 
	CONSTRAINT fk_mail_bytes_picture_picture FOREIGN KEY(picture) REFERENCES picture (digest)
);
CREATE TABLE mail_document (
	mail_id INTEGER NOT NULL, 
	document TEXT NOT NULL, 
	CONSTRAINT pk_mail_document PRIMARY KEY (mail_id), 
	CONSTRAINT fk_mail_document_mail_id_mail FOREIGN KEY(mail_id) REFERENCES mail (id)
);
INSERT INTO "mail_document" VALUES(1,'["en",[["Lead",["It''s your turn (year 1, turn 1 of 2).","Deadline: Thursday 26 November 2026, 17:00 UTC."],"Y1.1 #6"],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 4 ?.",0,["?","?","?","?"]],["Paragraph","You could send:"],["Orders",[["roll 4?",""]]],["Paragraph","Just reply to this email with your orders on top, one per line."],["Paragraph","You can send any of these lines as they are. Text after # is a comment:"],["Orders",[["roll 4?","or fewer; the bank adds 4 dice"],["buy eisberg with ?","a share from the bank, for a ?"],["buy ueberall with ?","a share from the bank, for a ?"],["buy weiden with ?","a share from the bank, for a ?"],["buy insel with ?","a share from the bank, for a ?"],["buy bergtal with ?","a share from the bank, for a ?"],["A w?","a ?"],["A s?","a ?"],["A n?","a ?"],["B e?","a ?"],["B n?","a ?"],["B s?","a ?"],["end","ends your turn"]]],["Heading","What happened"],["Bullets",["The game begins: Anna, Bert, with 40 dice.","Year 1 begins with Anna as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green","note":"– · 0"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue","note":"– · 0"},{"name":"Weiden Express","letter":"W","colour":"purple","note":"– · 0"},{"name":"Insel Hopper","letter":"I","colour":"yellow","note":"– · 0"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red","note":"– · 0"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[3,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 d4, points e at e4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>───<B> .  .  4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the next piece goes"],"first_rails"],["Link","The whole map:","https://games.test/games/e1/map.svg","https://games.test/games/e1/map.svg"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line can leave T1 after 4 more pieces (1 of 5 so far).","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 d4, points e at e4 (grass)",["The line can leave T1 after 4 more pieces (1 of 5 so far).","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","-","-","10"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","-","-","-","4","4"],["Bert","-","-","-","-","-","4","4"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 31 dice. On the board as track: 1."],["Heading","More about orders"],["Paragraph","Track: one letter per piece, n, e, s or w, the side the line points to after it. The same side again is a straight, another side a curve. Add ? after a letter to use a ? for that piece. Write more letters to lay more pieces, and \"onto\" with a tile where the line crosses the edge."],["Paragraph","Costs are paid with hidden dice first, then with ?. To choose yourself, add for example \"pay 2h 1?\" to the order."],["Paragraph","Large tiles are named by how they lie: a mountain tile by its mountain sides, a lake by where the north of this picture points (lake/e: east)."],["Tiles",[["lake",[". . . . . . .",". . . ~ ~ . .",". . ~ ~ ~ ~ .",". ~ ~ ~ ~ . .",". ~ ~ ~ . . .",". . ~ ~ . . .",". . . . . . ."]],["ne",[". ^ ^ ^ ^ ^ ^",". ^ ^ ^ ^ ^ ^",". . ^ ^ ^ ^ ^",". . . ^ ^ ^ ^",". . . . ^ ^ ^",". . . . . ^ ^",". . . . . . ."]],["wne",["^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ . ^ ^ ^","^ ^ . . . ^ ^","^ ^ . . . ^ ^",". . . . . . ."]]]],["Paragraph","Write one order per line. Put \"check\" on the first line for a preview that changes nothing. \"undo\" and \"restart\" undo what no roll has made final. \"help\" explains all orders."],["Lines",["Every roll comes from a seed that stays secret until the game is over. Its SHA-256 fingerprint is","96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47"]],["Paragraph","Nobody can change the dice once the game has begun, and no player alone can choose or foresee them: the seed was fixed, and its SHA-256 shown, before anyone''s words for the dice were known."],["Paragraph","This does not prove that the host is honest. The operator knows the seed, so they, or a player they help, can choose the last words by trying until the dice fall as they like."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(3,'["en",[["Lead",["It''s your turn (year 1, turn 1 of 2).","Deadline: Monday 23 November 2026, 17:00 UTC."],"Y1.1 #6"],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 4 ?.",0,["?","?","?","?"]],["Paragraph","You could send:"],["Orders",[["roll 4?",""]]],["Paragraph","Just reply to this email with your orders on top, one per line."],["Paragraph","You can send any of these lines as they are. Text after # is a comment:"],["Orders",[["roll 4?","or fewer; the bank adds 4 dice"],["transport eisberg with ?","for a ?; or for another company"],["A n?","a ?"],["A w?","a ?"],["A e?","a ?"],["B s?","a ?"],["B e?","a ?"],["B w?","a ?"],["end","ends your turn"]]],["Heading","What happened"],["Bullets",["The game begins: Carl, Bert, with 40 dice.","Year 1 begins with Carl as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green","note":"– · 0"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue","note":"– · 0"},{"name":"Weiden Express","letter":"W","colour":"purple","note":"– · 0"},{"name":"Insel Hopper","letter":"I","colour":"yellow","note":"– · 0"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red","note":"– · 0"}],"current":[14],"pieces":[{"square":[10,24],"sides":[0,2]}],"ends":[{"name":"A","square":[10,24],"is_station":false,"ways":[0]},{"name":"B","square":[10,24],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S14 d4, points n at d3 (grass); B: S14 d4, points s at d5 (grass).",["S14, both ends","    a  b  c  d  e  f  g"," 1  ^  ^  .  .  .  .  .  1"," 2  ^  .  .  .  .  .  ^  2"," 3  .  .  . <A> .  .  ^  3"," 4  .  .  .  │  .  ^  .  4"," 5  . I3 Ü5 <B> .  ^  .  5"," 6  r B6m*6m .  .  .  .  6"," 7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g",""," . grass   ^ mountain   r Rhein   m Main   Ü5 Überall Fahrten"," I3 Insel Hopper   B6 Berg & Tal-Bahn   *6 S14 c6: E, W"," <A> <B> where the next piece goes"],"germany"],["Link","The whole map:","https://games.test/games/e2/map.svg","https://games.test/games/e2/map.svg"],["Entries",[["A: S14 d4, points n at d3 (grass)",["The line can leave S14 after 4 more pieces (1 of 5 so far).","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["B: S14 d4, points s at d5 (grass)",["The line can leave S14 after 4 more pieces (1 of 5 so far).","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice a station costs there now:",["S14: Frankfurt b5 yellow 3, c5 blue 5, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10----------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3Ü5<B. ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6*6. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the next piece goes   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice a station costs there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","-","-","7"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","-","-","9"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","-","-","-"],["Ü Überall Fahrten","-","-","-"],["W Weiden Express","-","-","-"],["I Insel Hopper","-","-","-"],["B Berg & Tal-Bahn","-","-","-"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl (starts)","-","-","-","-","-","4"],["Bert","-","-","-","-","-","4"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 31 dice. On the board as track: 1."],["Heading","More about orders"],["Paragraph","Track: one letter per piece, n, e, s or w, the side the line points to after it. The same side again is a straight, another side a curve. Add ? after a letter to use a ? for that piece. Write more letters to lay more pieces, also across the border of a sector."],["Paragraph","Costs are paid with hidden dice first, then with ?. To choose yourself, add for example \"pay 2h 1?\" to the order."],["Paragraph","Write one order per line. Put \"check\" on the first line for a preview that changes nothing. \"undo\" and \"restart\" undo what no roll has made final. \"help\" explains all orders."],["Lines",["Every roll comes from a seed that stays secret until the game is over. Its SHA-256 fingerprint is","66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"]],["Paragraph","Nobody can change the dice once the game has begun, and no player alone can choose or foresee them: the seed was fixed, and its SHA-256 shown, before anyone''s words for the dice were known."],["Paragraph","This does not prove that the host is honest. The operator knows the seed, so they, or a player they help, can choose the last words by trying until the dice fall as they like."],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(5,'["en",[["Lead",["Your orders were carried out."],"Y1.2 #16"],["Heading","Your orders, line by line"],["Fates",[[1,"roll 4?","good","done","Anna rolls 4 ? + 4 bonus dice: 3 straights, 4 curves, 1 share.",""],[2,"buy weiden","good","done","Anna buys a share of Weiden Express from the bank.",""],[3,"B e e","good","done","Anna builds at end B: e e, using 2 straights. B now points e at T1 g4.",""],[4,"end","good","done","Anna ends the turn.",""]]],["Heading","The game now"],["Lines",["It''s Bert''s turn (year 1, turn 2 of 2).","Deadline: Thursday 26 November 2026, 18:00 UTC."]],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",0,["straight","curve","curve","curve","curve"]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green","note":"– · 0"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue","note":"– · 0"},{"name":"Weiden Express","letter":"W","colour":"purple","note":"– · 0"},{"name":"Insel Hopper","letter":"I","colour":"yellow","note":"– · 0"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red","note":"– · 0"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the next piece goes"],"first_rails"],["Link","The whole map:","https://games.test/games/e1/map.svg","https://games.test/games/e1/map.svg"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line can leave T1 after 2 more pieces (3 of 5 so far).","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line can leave T1 after 2 more pieces (3 of 5 so far).","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","-","-","-","4","4"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 28 dice. On the board as track: 3."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(7,'["en",[["Lead",["Anna writes to all:"],""],["Speech",["Good luck!"]],["Paragraph","To answer, reply to this email with:"],["Orders",[["press anna: ...",""]]],["Paragraph","For a longer text, put nothing after the colon and write on the lines below. It ends with your message, or with \"end press\"; orders can come before or after it. \"mute anna\" stops these messages by email."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1/press"]]]');
INSERT INTO "mail_document" VALUES(9,'["en",[["Lead",["Bert disputes the play at #16."],""],["Speech",["Anna forgot her income, and the server did not tell her."]],["Paragraph","Want to say something about it? Reply \"statement 1: ...\". The players and the moderators can read it at once, everyone else when the dispute is closed."],["Paragraph","If nobody rules on it by Monday 7 December 2026, 08:00 UTC, the play stands, and a game that is on hold for it continues."],["Link","The dispute","https://games.test/games/e1/disputes/1","https://games.test/games/e1/disputes/1"],["Lines",["It''s Bert''s turn (year 1, turn 2 of 2).","The game is on hold: no deadline runs, and orders are kept until it continues.","Y1.2 #18"]],["Heading","Notices"],["Bullets",["Bert disputes the play of Anna in year 1, up to #16. This is dispute 1.","The game is on hold until there is a ruling on dispute 1."]],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",0,["straight","curve","curve","curve","curve"]],["Paragraph","Your next-turn orders are carried out as soon as your turn begins. Send `next turn: nothing` to cancel them, or new ones to replace them."],["Orders",[["next turn: income",""],["next turn: roll all",""]]],["Link","The map and all tables:","https://games.test/games/e1","https://games.test/games/e1"],["Paragraph","Reply `status` to get the map and all tables by email, or `help` to read how orders are written."],["Signature","Whitsun, Railroad Dice by mail",""]]]');
INSERT INTO "mail_document" VALUES(10,'["en",[["Lead",["Bert disputes the play at #16 in e1 Whitsun.","The game is on hold until there is a ruling."],""],["Speech",["Anna forgot her income, and the server did not tell her."]],["Paragraph","If nobody rules on it by Monday 7 December 2026, 08:00 UTC, the play stands, and a game that is on hold for it continues."],["Paragraph","Reply \"dispute 1\" to see it, \"ask 1: ...\" to ask the players something, and to rule: \"rule 1 uphold FR-1: ...\", \"rule 1 rollback 13 FR-1: ...\" or \"rule 1 amend give ... FR-1: ...\", with the rule that decides it and your reason."],["Link","To examine it","https://games.test/moderate/disputes/1","https://games.test/moderate/disputes/1"],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(14,'["en",[["Lead",["Nothing was done yet. Here is what would be done. Reply `confirm` to do it."],""],["Paragraph","To confirm, reply to this email. If you write a new one instead, send the line below, with its code. It works once, within 7 days."],["Orders",[["confirm 7F5X CDDW",""]]],["Paragraph","If you didn''t ask for this, don''t confirm it: someone else knows the address that you write to. `renew address` gives you a new one."],["Heading","Your orders, line by line"],["Fates",[[1,"ask 1: Is that so, Anna?","good","understood","Everyone who plays in e1 will get your question by email.",""]]],["Signature","Railroad Dice by mail","https://games.test"]]]');
CREATE TABLE mail_failure (
	mail_id INTEGER NOT NULL, 
	cause VARCHAR NOT NULL, 
	step VARCHAR NOT NULL, 
	times INTEGER NOT NULL, 
	waited_ms BIGINT NOT NULL, 
	CONSTRAINT pk_mail_failure PRIMARY KEY (mail_id), 
	CONSTRAINT fk_mail_failure_mail_id_mail FOREIGN KEY(mail_id) REFERENCES mail (id)
);
CREATE TABLE mail_hold (
	id INTEGER NOT NULL, 
	cause VARCHAR NOT NULL, 
	step VARCHAR NOT NULL, 
	reply TEXT NOT NULL, 
	since_ms BIGINT NOT NULL, 
	next_ms BIGINT NOT NULL, 
	tries INTEGER NOT NULL, 
	CONSTRAINT pk_mail_hold PRIMARY KEY (id)
);
CREATE TABLE mail_sender (
	mail_id INTEGER NOT NULL, 
	token VARCHAR NOT NULL, 
	CONSTRAINT pk_mail_sender PRIMARY KEY (mail_id), 
	CONSTRAINT fk_mail_sender_mail_id_mail FOREIGN KEY(mail_id) REFERENCES mail (id)
);
CREATE TABLE mailbox_folder (
	id INTEGER NOT NULL, 
	account VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	uid_validity BIGINT NOT NULL, 
	since_ms BIGINT NOT NULL, 
	CONSTRAINT pk_mailbox_folder PRIMARY KEY (id), 
	CONSTRAINT uq_mailbox_folder_account_name_uid_validity UNIQUE (account, name, uid_validity)
);
CREATE TABLE mailbox_letter (
	folder_id INTEGER NOT NULL, 
	uid BIGINT NOT NULL, 
	taken BOOLEAN NOT NULL, 
	marked BOOLEAN NOT NULL, 
	looked_ms BIGINT NOT NULL, 
	CONSTRAINT pk_mailbox_letter PRIMARY KEY (folder_id, uid), 
	CONSTRAINT fk_mailbox_letter_folder_id_mailbox_folder FOREIGN KEY(folder_id) REFERENCES mailbox_folder (id)
);
CREATE TABLE meta (
	"key" VARCHAR NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('heartbeat','1795694400000');
INSERT INTO "meta" VALUES('database','920067125c8f61d8f9375a3a0dfa2d96');
INSERT INTO "meta" VALUES('beats','36');
INSERT INTO "meta" VALUES('secret of report links','aedd07fe217028c17e4c61d6480edabb4c9b4d432c768a0f5399a47968a454bc');
CREATE TABLE mute (
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	CONSTRAINT pk_mute PRIMARY KEY (game_id, player_id, seat), 
	CONSTRAINT fk_mute_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_mute_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE name_key (
	"key" VARCHAR NOT NULL, 
	player_id INTEGER NOT NULL, 
	CONSTRAINT pk_name_key PRIMARY KEY ("key"), 
	CONSTRAINT fk_name_key_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE
);
INSERT INTO "name_key" VALUES('anna',1);
INSERT INTO "name_key" VALUES('bert',2);
INSERT INTO "name_key" VALUES('mona',3);
INSERT INTO "name_key" VALUES('rnona',3);
INSERT INTO "name_key" VALUES('carl',4);
CREATE TABLE offer (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	made_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	CONSTRAINT pk_offer PRIMARY KEY (id), 
	CONSTRAINT fk_offer_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat), 
	CONSTRAINT fk_offer_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE optional_mail (
	mail_id INTEGER NOT NULL, 
	topic VARCHAR NOT NULL, 
	tag VARCHAR NOT NULL, 
	CONSTRAINT pk_optional_mail PRIMARY KEY (mail_id), 
	CONSTRAINT fk_optional_mail_mail_id_mail FOREIGN KEY(mail_id) REFERENCES mail (id)
);
INSERT INTO "optional_mail" VALUES(7,'press','');
INSERT INTO "optional_mail" VALUES(22,'reports','');
INSERT INTO "optional_mail" VALUES(29,'reports','');
INSERT INTO "optional_mail" VALUES(39,'press','');
CREATE TABLE outage (
	id INTEGER NOT NULL, 
	from_ms BIGINT NOT NULL, 
	until_ms BIGINT NOT NULL, 
	CONSTRAINT pk_outage PRIMARY KEY (id)
);
CREATE TABLE picture (
	digest VARCHAR NOT NULL, 
	png BLOB NOT NULL, 
	created_ms BIGINT NOT NULL, 
	CONSTRAINT pk_picture PRIMARY KEY (digest)
);
CREATE TABLE player (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	address VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	bot VARCHAR, 
	created_ms BIGINT NOT NULL, 
	token VARCHAR NOT NULL, 
	moderator BOOLEAN NOT NULL, 
	token_renewed_ms BIGINT, 
	guest BOOLEAN NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT ck_player_address_lower CHECK (address = lower(address)), 
	CONSTRAINT uq_player_address UNIQUE (address), 
	CONSTRAINT uq_player_token UNIQUE (token)
);
INSERT INTO "player" VALUES(1,'Anna','anna@player.test','en',NULL,1795366800000,'qewukpekgzmdanjk',0,NULL,0);
INSERT INTO "player" VALUES(2,'Bert','bert@player.test','de',NULL,1795366800000,'r5fqgyr66lje73gc',0,NULL,0);
INSERT INTO "player" VALUES(3,'Mona','mona@player.test','en',NULL,1795366800000,'ubvw6gbifokafq5k',1,NULL,0);
INSERT INTO "player" VALUES(4,'Carl','carl@player.test','fr',NULL,1795366800000,'t35dnkwv3xkefghd',0,NULL,0);
CREATE TABLE player_address (
	address VARCHAR NOT NULL, 
	player_id INTEGER NOT NULL, 
	confirmed_ms BIGINT NOT NULL, 
	CONSTRAINT pk_player_address PRIMARY KEY (address), 
	CONSTRAINT ck_player_address_address_lower CHECK (address = lower(address)), 
	CONSTRAINT fk_player_address_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE preferences (
	player_id INTEGER NOT NULL, 
	zone VARCHAR NOT NULL, 
	format VARCHAR NOT NULL, 
	reports VARCHAR NOT NULL, 
	reminders VARCHAR NOT NULL, 
	subjects VARCHAR NOT NULL, 
	calendar_token VARCHAR, 
	CONSTRAINT pk_preferences PRIMARY KEY (player_id), 
	CONSTRAINT fk_preferences_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT uq_preferences_calendar_token UNIQUE (calendar_token)
);
INSERT INTO "preferences" VALUES(1,'','text','all','24 0','same',NULL);
INSERT INTO "preferences" VALUES(2,'','text','all','24 0','same',NULL);
INSERT INTO "preferences" VALUES(3,'','text','all','24 0','same',NULL);
INSERT INTO "preferences" VALUES(4,'','text','all','24 0','same',NULL);
CREATE TABLE press (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	readers VARCHAR NOT NULL, 
	anonymous BOOLEAN NOT NULL, 
	text TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	passed_on BOOLEAN NOT NULL, 
	letter_id INTEGER, 
	CONSTRAINT pk_press PRIMARY KEY (id), 
	CONSTRAINT fk_press_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_press_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id)
);
INSERT INTO "press" VALUES(1,1,0,'all',0,'Good luck!',1795372200000,1,2);
INSERT INTO "press" VALUES(2,1,0,'1',0,'Sorry.',1795633200000,1,13);
CREATE TABLE press_kept (
	press_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	CONSTRAINT pk_press_kept PRIMARY KEY (press_id, player_id), 
	CONSTRAINT fk_press_kept_press_id_press FOREIGN KEY(press_id) REFERENCES press (id), 
	CONSTRAINT fk_press_kept_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE proof_choice (
	player_id INTEGER NOT NULL, 
	proof VARCHAR NOT NULL, 
	CONSTRAINT pk_proof_choice PRIMARY KEY (player_id), 
	CONSTRAINT fk_proof_choice_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE proposal (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	to_position INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	made_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	of_departed BOOLEAN NOT NULL, 
	CONSTRAINT pk_proposal PRIMARY KEY (id), 
	CONSTRAINT fk_proposal_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat)
);
CREATE TABLE rating (
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	place INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (game_id, player_id), 
	CONSTRAINT fk_rating_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_rating_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE reach (
	player_id INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	halves INTEGER NOT NULL, 
	day VARCHAR NOT NULL, 
	day_halves INTEGER NOT NULL, 
	last_ms BIGINT NOT NULL, 
	probe_id VARCHAR NOT NULL, 
	probe_ms BIGINT, 
	suspended_ms BIGINT, 
	first_day VARCHAR NOT NULL, 
	last_day VARCHAR NOT NULL, 
	CONSTRAINT pk_reach PRIMARY KEY (player_id), 
	CONSTRAINT fk_reach_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE registration (
	token VARCHAR NOT NULL, 
	address VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	created_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	used_ms BIGINT, 
	CONSTRAINT pk_registration PRIMARY KEY (token)
);
CREATE TABLE report_link (
	token_hash VARCHAR NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	created_ms BIGINT NOT NULL, 
	CONSTRAINT pk_report_link PRIMARY KEY (token_hash), 
	CONSTRAINT fk_report_link_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat), 
	CONSTRAINT fk_report_link_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "report_link" VALUES('2d74581543d35def344ece36cd40fce21b8cd2cff8d9a6b1a7f85bfcc809ac60',1,0,1,1795366800000);
INSERT INTO "report_link" VALUES('a7bf60e4be22b5baf9ff8f3b1cb1332a1e281a5eda946d34e61a644554678239',1,1,2,1795366800000);
INSERT INTO "report_link" VALUES('1c2ee05d940a1da73ab538f98ee3f5cbf46e414154676b914dd0863616c62846',2,0,4,1795366800000);
INSERT INTO "report_link" VALUES('7d0cc81e2c7d59e274574671aec2f1d759c27ab19a28f6d5865224eaec6d3ca6',2,1,2,1795366800000);
INSERT INTO "report_link" VALUES('fd96ac105f73a583dd0f1c558931ac4bb012e7671f3f797bd3661445ba47d331',1,1,2,1795370400000);
INSERT INTO "report_link" VALUES('b947990241d9c13d080917196a900905ac8c609e70369ec66a12eea360e272fd',2,0,4,1795453200000);
INSERT INTO "report_link" VALUES('2c25915ede70720670fe18ed8cbd04f8c72fd10b74e051ee20b682f6808d3175',2,1,2,1795453200000);
INSERT INTO "report_link" VALUES('aa00715861078c7e6c63da3b6b68d6490d59cbc1a755ae53aa14e514df2032bb',2,0,4,1795539600000);
INSERT INTO "report_link" VALUES('7f8ce4204ac5d8fce62bcb60b2e88631d5eae2b39828ed1bd28639a23794c585',2,1,2,1795539600000);
INSERT INTO "report_link" VALUES('38553482ca311924ea8d489185b36772d89213ced8df37b3a33126f0ef7b585e',1,0,1,1795550400000);
INSERT INTO "report_link" VALUES('11f6229a164163f8de4dddd095155263ee461a75b2fb1ab58110faf9dd877b97',2,0,4,1795626000000);
INSERT INTO "report_link" VALUES('b8f90a9713d12092c2d9f6299b392ecb315d1299ab98b909a4ca20d6c13ae960',2,1,2,1795626000000);
CREATE TABLE result (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER, 
	kind VARCHAR NOT NULL, 
	seats INTEGER NOT NULL, 
	winners INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	score INTEGER NOT NULL, 
	ended_ms BIGINT NOT NULL, 
	CONSTRAINT pk_result PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_result_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_result_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE ruling (
	id INTEGER NOT NULL, 
	dispute_id INTEGER NOT NULL, 
	verdict VARCHAR NOT NULL, 
	rule VARCHAR NOT NULL, 
	ruling TEXT NOT NULL, 
	ruled_by INTEGER, 
	ruled_ms BIGINT NOT NULL, 
	note_position INTEGER NOT NULL, 
	superseded_ms BIGINT, 
	CONSTRAINT pk_ruling PRIMARY KEY (id), 
	CONSTRAINT fk_ruling_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id), 
	CONSTRAINT fk_ruling_ruled_by_player FOREIGN KEY(ruled_by) REFERENCES player (id)
);
INSERT INTO "ruling" VALUES(1,1,'amend','FR-11','Anna gets the die that she forgot. Next time the report tells.',3,1795547100000,21,NULL);
INSERT INTO "ruling" VALUES(2,2,'rollback','FR-11','We begin anew.',3,1795554300000,34,NULL);
CREATE TABLE seat (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	token VARCHAR NOT NULL, 
	token_revoked_ms BIGINT, 
	token_renewed_ms BIGINT, 
	salt TEXT NOT NULL, 
	vacant_ms BIGINT, 
	program_ms BIGINT, 
	told INTEGER NOT NULL, 
	reported INTEGER NOT NULL, 
	extensions INTEGER NOT NULL, 
	CONSTRAINT pk_seat PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_seat_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_seat_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT uq_seat_token UNIQUE (token)
);
INSERT INTO "seat" VALUES(1,0,1,'zasdacwa5v5cchn3',NULL,NULL,'salt 0',NULL,NULL,44,42,0);
INSERT INTO "seat" VALUES(1,1,2,'4cb7dnv5pvpuwtam',NULL,NULL,'salt 1',NULL,NULL,44,42,0);
INSERT INTO "seat" VALUES(2,0,4,'oxhxg26pnrdb6vyd',NULL,NULL,'salt 0',NULL,NULL,62,62,0);
INSERT INTO "seat" VALUES(2,1,2,'nwy7g6ldyhsvspnb',NULL,NULL,'salt 1',NULL,NULL,62,62,0);
CREATE TABLE sent_form (
	digest VARCHAR NOT NULL, 
	player_id INTEGER, 
	sent_ms BIGINT NOT NULL, 
	answer TEXT, 
	CONSTRAINT pk_sent_form PRIMARY KEY (digest), 
	CONSTRAINT fk_sent_form_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE sight (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	dispute_id INTEGER, 
	from_ms BIGINT NOT NULL, 
	until_ms BIGINT, 
	CONSTRAINT pk_sight PRIMARY KEY (id), 
	CONSTRAINT fk_sight_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_sight_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT fk_sight_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id)
);
CREATE TABLE sign_in (
	token_hash VARCHAR NOT NULL, 
	player_id INTEGER NOT NULL, 
	created_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	used_ms BIGINT, 
	onward TEXT, 
	CONSTRAINT pk_sign_in PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sign_in_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE snapshot (
	game_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	schema_number INTEGER NOT NULL, 
	state BLOB NOT NULL, 
	CONSTRAINT pk_snapshot PRIMARY KEY (game_id), 
	CONSTRAINT fk_snapshot_game_id_game FOREIGN KEY(game_id) REFERENCES game (id)
);
INSERT INTO "snapshot" VALUES(1,42,2,X'7B2274797065223A225374617465222C227461626C65223A7B2274797065223A225461626C65222C22626F78223A227B5C226469655C223A7B5C2273696D706C655C223A7B5C2266616365735C223A5B5C2273747261696768745C222C5C2273747261696768745C222C5C2263757276655C222C5C2263757276655C222C5C2273686172655C222C5C223F5C225D7D7D2C5C2274696C655C223A7B5C2267726173736C616E645C223A7B5C22636F756E745C223A392C5C2273696465735C223A5C22474747475C222C5C22726F77735C223A5B5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C225D7D2C5C226C616B655C223A7B5C22636F756E745C223A382C5C2273696465735C223A5C22474747475C222C5C22726F77735C223A5B5C222E2E2E2E2E2E2E5C222C5C222E2E2E7E7E2E2E5C222C5C222E2E7E7E7E7E2E5C222C5C222E7E7E7E7E2E2E5C222C5C222E7E7E7E2E2E2E5C222C5C222E2E7E7E2E2E2E5C222C5C222E2E2E2E2E2E2E5C225D7D2C5C226D6F756E7461696E325C223A7B5C22636F756E745C223A392C5C2273696465735C223A5C224D4D47475C222C5C22726F77735C223A5B5C222E5E5E5E5E5E5E5C222C5C222E5E5E5E5E5E5E5C222C5C222E2E5E5E5E5E5E5C222C5C222E2E2E5E5E5E5E5C222C5C222E2E2E2E5E5E5E5C222C5C222E2E2E2E2E5E5E5C222C5C222E2E2E2E2E2E2E5C225D7D2C5C226D6F756E7461696E335C223A7B5C22636F756E745C223A392C5C2273696465735C223A5C224D4D474D5C222C5C22726F77735C223A5B5C225E5E5E5E5E5E5E5C222C5C225E5E5E5E5E5E5E5C222C5C225E5E5E5E5E5E5E5C222C5C225E5E5E2E5E5E5E5C222C5C225E5E2E2E2E5E5E5C222C5C225E5E2E2E2E5E5E5C222C5C222E2E2E2E2E2E2E5C225D7D7D2C5C22636F6D70616E795C223A7B5C22656973626572675C223A7B5C226E616D655C223A5C224569736265726720546F7572735C222C5C22636F6C6F75725C223A5C22677265656E5C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B322C325D2C5C226C616B655C223A5B322C325D7D7D2C5C227565626572616C6C5C223A7B5C226E616D655C223A5C22C39C626572616C6C204661687274656E5C222C5C22636F6C6F75725C223A5C22626C75655C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B312C315D2C5C226C616B655C223A5B312C315D2C5C2267726173736C616E645C223A5B332C315D7D7D2C5C2277656964656E5C223A7B5C226E616D655C223A5C2257656964656E20457870726573735C222C5C22636F6C6F75725C223A5C22707572706C655C222C5C2273746174696F6E735C223A7B5C2267726173736C616E645C223A5B352C335D7D7D2C5C22696E73656C5C223A7B5C226E616D655C223A5C22496E73656C20486F707065725C222C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2273746174696F6E735C223A7B5C226C616B655C223A5B332C325D2C5C2267726173736C616E645C223A5B332C325D7D7D2C5C226265726774616C5C223A7B5C226E616D655C223A5C224265726720262054616C2D4261686E5C222C5C22636F6C6F75725C223A5C227265645C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B332C325D2C5C2267726173736C616E645C223A5B332C325D7D7D7D7D222C226F7074696F6E73223A7B2274797065223A224F7074696F6E73222C22657874656E646564223A66616C73652C226469726563746F725F746965223A22666171222C226F70656E223A66616C73652C2274776F5F737461727473223A226E6F222C2272656164696E67223A327D2C2262616E6B223A32362C2279656172223A322C227374617274223A312C227475726E223A7B2274797065223A225475726E222C2273656174223A312C226E756D626572223A312C22696E636F6D65223A66616C73652C22726F6C6C6564223A66616C73652C2270616964223A5B5D7D2C22706C6179657273223A5B7B2274797065223A22506C61796572222C2266726F6E74223A5B312C342C302C305D2C22736861726573223A5B302C302C312C302C305D2C226C6F73745F6F6666696365223A66616C73652C2263617272696564223A5B302C302C302C302C305D2C2268656C645F6F6666696365223A66616C73657D2C7B2274797065223A22506C61796572222C2266726F6E74223A5B322C322C302C315D2C22736861726573223A5B302C302C312C302C305D2C226C6F73745F6F6666696365223A66616C73652C2263617272696564223A5B302C302C302C302C305D2C2268656C645F6F6666696365223A66616C73657D5D2C22636F6D70616E696573223A5B5B2265697362657267222C7B2274797065223A22436F6D70616E79222C226964223A2265697362657267222C226469726563746F72223A6E756C6C2C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A226D6F756E7461696E222C227072696365223A332C226C656674223A327D2C7B2274797065223A2253746F636B222C227465727261696E223A226D6F756E7461696E222C227072696365223A352C226C656674223A327D2C7B2274797065223A2253746F636B222C227465727261696E223A226C616B65222C227072696365223A332C226C656674223A327D2C7B2274797065223A2253746F636B222C227465727261696E223A226C616B65222C227072696365223A352C226C656674223A327D5D7D5D2C5B227565626572616C6C222C7B2274797065223A22436F6D70616E79222C226964223A227565626572616C6C222C226469726563746F72223A6E756C6C2C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A226D6F756E7461696E222C227072696365223A332C226C656674223A317D2C7B2274797065223A2253746F636B222C227465727261696E223A226D6F756E7461696E222C227072696365223A352C226C656674223A317D2C7B2274797065223A2253746F636B222C227465727261696E223A226C616B65222C227072696365223A332C226C656674223A317D2C7B2274797065223A2253746F636B222C227465727261696E223A226C616B65222C227072696365223A352C226C656674223A317D2C7B2274797065223A2253746F636B222C227465727261696E223A2267726173736C616E64222C227072696365223A332C226C656674223A337D2C7B2274797065223A2253746F636B222C227465727261696E223A2267726173736C616E64222C227072696365223A352C226C656674223A317D5D7D5D2C5B2277656964656E222C7B2274797065223A22436F6D70616E79222C226964223A2277656964656E222C226469726563746F72223A302C22756E736F6C64223A382C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A2267726173736C616E64222C227072696365223A332C226C656674223A357D2C7B2274797065223A2253746F636B222C227465727261696E223A2267726173736C616E64222C227072696365223A352C226C656674223A337D5D7D5D2C5B22696E73656C222C7B2274797065223A22436F6D70616E79222C226964223A22696E73656C222C226469726563746F72223A6E756C6C2C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A226C616B65222C227072696365223A332C226C656674223A337D2C7B2274797065223A2253746F636B222C227465727261696E223A226C616B65222C227072696365223A352C226C656674223A327D2C7B2274797065223A2253746F636B222C227465727261696E223A2267726173736C616E64222C227072696365223A332C226C656674223A337D2C7B2274797065223A2253746F636B222C227465727261696E223A2267726173736C616E64222C227072696365223A352C226C656674223A327D5D7D5D2C5B226265726774616C222C7B2274797065223A22436F6D70616E79222C226964223A226265726774616C222C226469726563746F72223A6E756C6C2C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A226D6F756E7461696E222C227072696365223A332C226C656674223A337D2C7B2274797065223A2253746F636B222C227465727261696E223A226D6F756E7461696E222C227072696365223A352C226C656674223A327D2C7B2274797065223A2253746F636B222C227465727261696E223A2267726173736C616E64222C227072696365223A332C226C656674223A337D2C7B2274797065223A2253746F636B222C227465727261696E223A2267726173736C616E64222C227072696365223A352C226C656674223A327D5D7D5D5D2C226C616E647363617065223A7B2274797065223A224C616E647363617065222C22626F78223A227B5C226469655C223A7B5C2273696D706C655C223A7B5C2266616365735C223A5B5C2273747261696768745C222C5C2273747261696768745C222C5C2263757276655C222C5C2263757276655C222C5C2273686172655C222C5C223F5C225D7D7D2C5C2274696C655C223A7B5C2267726173736C616E645C223A7B5C22636F756E745C223A392C5C2273696465735C223A5C22474747475C222C5C22726F77735C223A5B5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E5C225D7D2C5C226C616B655C223A7B5C22636F756E745C223A382C5C2273696465735C223A5C22474747475C222C5C22726F77735C223A5B5C222E2E2E2E2E2E2E5C222C5C222E2E2E7E7E2E2E5C222C5C222E2E7E7E7E7E2E5C222C5C222E7E7E7E7E2E2E5C222C5C222E7E7E7E2E2E2E5C222C5C222E2E7E7E2E2E2E5C222C5C222E2E2E2E2E2E2E5C225D7D2C5C226D6F756E7461696E325C223A7B5C22636F756E745C223A392C5C2273696465735C223A5C224D4D47475C222C5C22726F77735C223A5B5C222E5E5E5E5E5E5E5C222C5C222E5E5E5E5E5E5E5C222C5C222E2E5E5E5E5E5E5C222C5C222E2E2E5E5E5E5E5C222C5C222E2E2E2E5E5E5E5C222C5C222E2E2E2E2E5E5E5C222C5C222E2E2E2E2E2E2E5C225D7D2C5C226D6F756E7461696E335C223A7B5C22636F756E745C223A392C5C2273696465735C223A5C224D4D474D5C222C5C22726F77735C223A5B5C225E5E5E5E5E5E5E5C222C5C225E5E5E5E5E5E5E5C222C5C225E5E5E5E5E5E5E5C222C5C225E5E5E2E5E5E5E5C222C5C225E5E2E2E2E5E5E5C222C5C225E5E2E2E2E5E5E5C222C5C222E2E2E2E2E2E2E5C225D7D7D2C5C22636F6D70616E795C223A7B5C22656973626572675C223A7B5C226E616D655C223A5C224569736265726720546F7572735C222C5C22636F6C6F75725C223A5C22677265656E5C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B322C325D2C5C226C616B655C223A5B322C325D7D7D2C5C227565626572616C6C5C223A7B5C226E616D655C223A5C22C39C626572616C6C204661687274656E5C222C5C22636F6C6F75725C223A5C22626C75655C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B312C315D2C5C226C616B655C223A5B312C315D2C5C2267726173736C616E645C223A5B332C315D7D7D2C5C2277656964656E5C223A7B5C226E616D655C223A5C2257656964656E20457870726573735C222C5C22636F6C6F75725C223A5C22707572706C655C222C5C2273746174696F6E735C223A7B5C2267726173736C616E645C223A5B352C335D7D7D2C5C22696E73656C5C223A7B5C226E616D655C223A5C22496E73656C20486F707065725C222C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2273746174696F6E735C223A7B5C226C616B655C223A5B332C325D2C5C2267726173736C616E645C223A5B332C325D7D7D2C5C226265726774616C5C223A7B5C226E616D655C223A5C224265726720262054616C2D4261686E5C222C5C22636F6C6F75725C223A5C227265645C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B332C325D2C5C2267726173736C616E645C223A5B332C325D7D7D7D7D222C2274696C6573223A5B5B5B302C305D2C7B2274797065223A224C61696454696C65222C226E756D626572223A312C226B696E64223A2267726173736C616E64222C227475726E223A302C2273746174696F6E73223A5B5D7D5D5D2C22737570706C79223A5B5B2267726173736C616E64222C385D2C5B226C616B65222C385D2C5B226D6F756E7461696E32222C395D2C5B226D6F756E7461696E33222C395D5D2C22636C6F736564223A5B5D7D2C226C696E65223A7B2274797065223A224C696E65222C2274696C6573223A5B5B5B302C305D2C5B5B5B332C335D2C7B2274797065223A2246697874757265222C227369646573223A5B332C315D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B342C335D2C7B2274797065223A2246697874757265222C227369646573223A5B332C315D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B352C335D2C7B2274797065223A2246697874757265222C227369646573223A5B332C315D2C22636F6D70616E79223A6E756C6C7D5D5D5D5D2C2261223A7B2274797065223A22456E64222C22737175617265223A5B332C335D2C226261636B223A312C2268656164696E67223A332C226162726F6164223A66616C73657D2C2262223A7B2274797065223A22456E64222C22737175617265223A5B352C335D2C226261636B223A332C2268656164696E67223A312C226162726F6164223A66616C73657D7D2C226C6173745F79656172223A6E756C6C2C22656E646564223A6E756C6C2C227374616E64696E6773223A5B5D2C2277616974696E67223A5B302C302C302C302C305D2C226B696E64223A2266697273745F7261696C73227D2C2273637265656E73223A5B7B2274797065223A2253637265656E222C2268696464656E223A312C2270617373656E67657273223A307D2C7B2274797065223A2253637265656E222C2268696464656E223A302C2270617373656E67657273223A307D5D7D');
INSERT INTO "snapshot" VALUES(2,62,2,X'7B2274797065223A225374617465222C227461626C65223A7B2274797065223A225461626C65222C22626F78223A227B5C226469655C223A7B5C2273696D706C655C223A7B5C2266616365735C223A5B5C2273747261696768745C222C5C2273747261696768745C222C5C2263757276655C222C5C2263757276655C222C5C2273686172655C222C5C223F5C225D7D7D2C5C22636F6D70616E795C223A7B5C22656973626572675C223A7B5C226E616D655C223A5C224569736265726720546F7572735C222C5C22636F6C6F75725C223A5C22677265656E5C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B322C325D2C5C226C616B655C223A5B322C325D7D7D2C5C227565626572616C6C5C223A7B5C226E616D655C223A5C22C39C626572616C6C204661687274656E5C222C5C22636F6C6F75725C223A5C22626C75655C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B312C315D2C5C226C616B655C223A5B312C315D2C5C2267726173736C616E645C223A5B332C315D7D7D2C5C2277656964656E5C223A7B5C226E616D655C223A5C2257656964656E20457870726573735C222C5C22636F6C6F75725C223A5C22707572706C655C222C5C2273746174696F6E735C223A7B5C2267726173736C616E645C223A5B352C335D7D7D2C5C22696E73656C5C223A7B5C226E616D655C223A5C22496E73656C20486F707065725C222C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2273746174696F6E735C223A7B5C226C616B655C223A5B332C325D2C5C2267726173736C616E645C223A5B332C325D7D7D2C5C226265726774616C5C223A7B5C226E616D655C223A5C224265726720262054616C2D4261686E5C222C5C22636F6C6F75725C223A5C227265645C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B332C325D2C5C2267726173736C616E645C223A5B332C325D7D7D7D2C5C2263686172745C223A7B5C2270726F6A656374696F6E5C223A7B5C226E616D655C223A5C227472616E737665727365204D65726361746F725C222C5C226D6572696469616E5C223A31302E352C5C227261646975735C223A363337312C5C2265617374696E675C223A2D3333312C5C226E6F727468696E675C223A363139332C5C227371756172655C223A32332E357D2C5C226D61705C223A7B5C2267726F756E645C223A5B5C227E7E7E7E7E7E7E7E787878787E787E7E7878787E7E7878787E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7878787878787E7878787E7E7E7E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7878787E78787E7E78787E7E7E7E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7878787E7E7E7E7E7E7E7E7E7E787E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E2E2E2E7E7E7E7E78787E7E7E7E2E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7E2E2E2E7E7E7E7E7E7E7E7E2E2E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E2E2E2E2E2E2E7E7E7E7E2E2E2E7E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7E2E2E2E2E2E7E7E2E2E2E2E2E2E2E7E7E78785C222C5C227E7E7E7E7E7E7E7E7E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7E7878785C222C5C227E7E7E7E7E2E2E7E7E2E2E2E2E2E2E2E7E2E2E2E2E2E2E2E2E7878785C222C5C227E7878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7E2E2E2E2E7878785C222C5C2278787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7878785C222C5C2278787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7878785C222C5C22787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7878785C222C5C227878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78785C222C5C22787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78785C222C5C22787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78785C222C5C227878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E2E2E2E2E2E2E2E5E5E5E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E2E2E2E2E2E2E2E2E5E5E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E5E5E5E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E5E5E5E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E2E5E2E2E2E2E2E5E2E2E2E2E2E2E2E2E2E2E2E7878785C222C5C22785E2E2E2E2E2E2E2E2E2E2E2E5E5E5E2E2E2E2E2E5E5E78787878785C222C5C2278785E5E2E2E2E2E2E2E2E2E5E2E5E5E5E5E2E2E5E5E7878787878785C222C5C22785E5E5E2E2E2E2E2E2E2E2E5E2E2E2E5E2E2E2E78787878787878785C222C5C22785E5E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7878787878787878785C222C5C2278782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78787878787878785C222C5C22782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78787878787878785C222C5C2278782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5E787878787878785C222C5C227878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5E5E7878787878785C222C5C227878787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5E5E78787878785C222C5C227878787878782E5E2E2E2E2E2E5E2E2E2E2E2E2E2E2E5E5E787878785C222C5C227878787878782E5E2E2E2E5E5E2E2E2E2E2E2E2E2E2E2E2E787878785C222C5C2278787878782E5E5E2E5E5E5E2E2E2E2E2E2E2E2E2E2E2E78787878785C222C5C2278787878782E5E5E2E5E2E2E2E2E2E2E2E2E2E2E2E787878787878785C222C5C2278787878782E5E5E2E2E2E2E2E2E2E2E2E2E2E2E7E787878787878785C222C5C2278787878782E5E2E2E2E2E2E2E2E2E2E2E2E5E5E5E787878787878785C222C5C2278787878782E2E2E78787E7E5E5E5E5E5E5E5E7878787878787878785C222C5C22787878787878787878787878785E78787878787878787878787878785C222C5C22787878787878787878787878787878787878787878787878787878785C222C5C22787878787878787878787878787878787878787878787878787878785C225D2C5C227269766572735C223A5B5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E42422E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E4242422E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E45452E2E572E2E2E4242422E2E2E2E2E2E482E2E2E2E2E2E5C222C5C222E2E2E2E2E452E2E57572E2E2E2E42422E2E2E2E2E482E2E4F2E2E2E5C222C5C222E2E2E2E2E452E2E2E57572E2E2E2E4242422E2E2E482E2E4F2E2E2E5C222C5C222E2E2E2E2E452E2E2E2E572E2E2E2E2E2E4242482E482E2E4F2E2E2E5C222C5C222E2E2E2E2E452E2E2E2E572E2E2E2E2E2E2E42482E482E2E4F4F2E2E5C222C5C222E2E2E2E2E452E2E2E2E572E2E2E2E2E2E42424848485050504F2E2E5C222C5C222E2E2E2E2E452E2E2E2E572E2E2E2E2E2E422E2E2E2E2E2E504F2E2E5C222C5C222E2E2E2E2E4545452E2E572E2E2E2E2E2E4242422E2E2E2E504F4F2E5C222C5C222E52522E2E2E2E45452E57572E2E2E2E2E2E414242422E2E5050532E5C222C5C222E2E522E2E2E2E2E2E2E2E572E2E2E2E2E2E412E2E422E2E2E50532E5C222C5C222E2E52522E2E2E2E2E2E2E572E2E2E2E2E2E412E2E42422E2E50532E5C222C5C222E2E2E522E2E2E2E2E2E2E2E2E2E2E2E2E41412E2E2E42424250532E5C222C5C222E2E2E522E2E2E2E2E2E2E2E2E2E2E2E2E412E2E2E2E2E2E422E2E2E5C222C5C222E2E2E52522E2E2E2E2E2E2E2E2E2E2E2E412E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E52522E2E2E2E2E2E2E2E2E2E2E41412E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E4C522E2E2E2E2E2E2E2E2E2E2E2E412E2E2E2E2E2E2E2E2E5C222C5C222E2E2E4C4C5252524D4D2E2E2E2E2E4D4D4D4D2E2E2E2E2E2E2E2E2E5C222C5C222E2E4C4C2E2E2E522E4D4D2E4D4D4D4D2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E4C4C2E2E2E2E522E2E4D4D4D2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E524B4B2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E522E4B4B2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E52522E2E4B2E2E2E2E2E2E2E4444442E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E522E2E2E4B2E2E2E2E444444442E4444442E2E2E2E2E5C222C5C222E2E2E2E2E2E522E2E4B4B2E2E4444442E2E4949494944442E2E2E2E5C222C5C222E2E2E2E2E52522E4B4B2E4444442E2E2E49492E4E4E4E2E2E2E2E2E5C222C5C222E2E2E2E2E522E4B4B4444442E2E2E2E2E492E4E4E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E522E4B44442E2E2E2E2E2E2E492E4E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E522E525252522E2E2E2E2E2E492E4E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E5252522E2E2E2E2E2E2E2E49492E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C225D2C5C2273746172745C223A5B31302C32345D7D2C5C2272697665725C223A7B5C22525C223A5C22526865696E5C222C5C224D5C223A5C224D61696E5C222C5C224B5C223A5C224E65636B61725C222C5C224C5C223A5C224D6F73656C5C222C5C22445C223A5C22446F6E61755C222C5C22495C223A5C22497361725C222C5C224E5C223A5C22496E6E5C222C5C22575C223A5C2257657365725C222C5C22455C223A5C22456D735C222C5C22425C223A5C22456C62655C222C5C22415C223A5C225361616C655C222C5C22485C223A5C22486176656C5C222C5C22505C223A5C2253707265655C222C5C224F5C223A5C224F6465725C222C5C22535C223A5C224E6569C39F655C227D2C5C22666C6F775C223A7B5C22525C223A5B5C2277617465725C222C5C22626F726465725C225D2C5C224D5C223A5B5C22736F757263655C222C5C22525C225D2C5C224B5C223A5B5C22736F757263655C222C5C22525C225D2C5C224C5C223A5B5C22626F726465725C222C5C22525C225D2C5C22445C223A5B5C22736F757263655C222C5C22626F726465725C225D2C5C22495C223A5B5C22626F726465725C222C5C22445C225D2C5C224E5C223A5B5C22626F726465725C222C5C22445C225D2C5C22575C223A5B5C22736F757263655C222C5C2277617465725C225D2C5C22455C223A5B5C22736F757263655C222C5C2277617465725C225D2C5C22425C223A5B5C22626F726465725C222C5C2277617465725C225D2C5C22415C223A5B5C22736F757263655C222C5C22425C225D2C5C22485C223A5B5C22736F757263655C222C5C22425C225D2C5C22505C223A5B5C22736F757263655C222C5C22485C225D2C5C224F5C223A5B5C22626F726465725C222C5C22626F726465725C225D2C5C22535C223A5B5C22626F726465725C222C5C224F5C225D7D2C5C22746F776E5C223A5B7B5C226E616D655C223A5C2248616D627572675C222C5C226C6F6E6769747564655C223A392E39392C5C226C617469747564655C223A35332E35352C5C22737175617265735C223A5B7B5C2261745C223A5B31312C395D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31322C395D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31312C31305D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31322C31305D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C2248616E6E6F7665725C222C5C226C6F6E6769747564655C223A392E37332C5C226C617469747564655C223A35322E33372C5C22737175617265735C223A5B7B5C2261745C223A5B31312C31355D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31322C31355D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31312C31365D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224272656D656E5C222C5C226C6F6E6769747564655C223A382E38312C5C226C617469747564655C223A35332E30382C5C22737175617265735C223A5B7B5C2261745C223A5B382C31325D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D2C7B5C2261745C223A5B392C31325D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22526F73746F636B5C222C5C226C6F6E6769747564655C223A31322E31332C5C226C617469747564655C223A35342E30392C5C22737175617265735C223A5B7B5C2261745C223A5B31382C385D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31392C385D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224B69656C5C222C5C226C6F6E6769747564655C223A31302E31332C5C226C617469747564655C223A35342E33322C5C22737175617265735C223A5B7B5C2261745C223A5B31322C355D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22536173736E69747A5C222C5C226C6F6E6769747564655C223A31332E36342C5C226C617469747564655C223A35342E35322C5C22737175617265735C223A5B7B5C2261745C223A5B32322C355D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22456D64656E5C222C5C226C6F6E6769747564655C223A372E32312C5C226C617469747564655C223A35332E33372C5C22737175617265735C223A5B7B5C2261745C223A5B342C31305D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224BC3B66C6E5C222C5C226C6F6E6769747564655C223A362E39362C5C226C617469747564655C223A35302E39342C5C22737175617265735C223A5B7B5C2261745C223A5B332C32325D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B342C32325D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D2C7B5C2261745C223A5B332C32335D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B342C32335D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224672616E6B667572745C222C5C226C6F6E6769747564655C223A382E36382C5C226C617469747564655C223A35302E31312C5C22737175617265735C223A5B7B5C2261745C223A5B382C32355D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D2C7B5C2261745C223A5B392C32355D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B382C32365D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D2C7B5C2261745C223A5B392C32365D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C22446F72746D756E645C222C5C226C6F6E6769747564655C223A372E34372C5C226C617469747564655C223A35312E35312C5C22737175617265735C223A5B7B5C2261745C223A5B332C31395D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A357D2C7B5C2261745C223A5B342C31395D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B352C31395D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224269656C6566656C645C222C5C226C6F6E6769747564655C223A382E35332C5C226C617469747564655C223A35322E30322C5C22737175617265735C223A5B7B5C2261745C223A5B382C31375D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B392C31375D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224DC3BC6E737465725C222C5C226C6F6E6769747564655C223A372E36332C5C226C617469747564655C223A35312E39362C5C22737175617265735C223A5B7B5C2261745C223A5B352C31375D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C2241616368656E5C222C5C226C6F6E6769747564655C223A362E30382C5C226C617469747564655C223A35302E37382C5C22737175617265735C223A5B7B5C2261745C223A5B312C32325D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224265726C696E5C222C5C226C6F6E6769747564655C223A31332E342C5C226C617469747564655C223A35322E35322C5C22737175617265735C223A5B7B5C2261745C223A5B32322C31355D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D2C7B5C2261745C223A5B32332C31355D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B32322C31365D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B32332C31365D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224C6569707A69675C222C5C226C6F6E6769747564655C223A31322E33372C5C226C617469747564655C223A35312E33342C5C22737175617265735C223A5B7B5C2261745C223A5B31372C31395D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31382C31395D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31392C31395D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224472657364656E5C222C5C226C6F6E6769747564655C223A31332E37342C5C226C617469747564655C223A35312E30352C5C22737175617265735C223A5B7B5C2261745C223A5B32332C32325D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B32342C32325D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224D61676465627572675C222C5C226C6F6E6769747564655C223A31312E36332C5C226C617469747564655C223A35322E31332C5C22737175617265735C223A5B7B5C2261745C223A5B31372C31365D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31372C31375D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224572667572745C222C5C226C6F6E6769747564655C223A31312E30332C5C226C617469747564655C223A35302E39382C5C22737175617265735C223A5B7B5C2261745C223A5B31352C32325D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22436F74746275735C222C5C226C6F6E6769747564655C223A31342E33332C5C226C617469747564655C223A35312E37362C5C22737175617265735C223A5B7B5C2261745C223A5B32352C31385D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C225374757474676172745C222C5C226C6F6E6769747564655C223A392E31382C5C226C617469747564655C223A34382E37382C5C22737175617265735C223A5B7B5C2261745C223A5B392C33325D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31302C33325D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B392C33335D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224D616E6E6865696D5C222C5C226C6F6E6769747564655C223A382E34372C5C226C617469747564655C223A34392E34392C5C22737175617265735C223A5B7B5C2261745C223A5B382C32395D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D2C7B5C2261745C223A5B382C33305D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C2246726569627572675C222C5C226C6F6E6769747564655C223A372E38352C5C226C617469747564655C223A34372E39392C5C22737175617265735C223A5B7B5C2261745C223A5B352C33365D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B352C33375D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22536161726272C3BC636B656E5C222C5C226C6F6E6769747564655C223A372C5C226C617469747564655C223A34392E32332C5C22737175617265735C223A5B7B5C2261745C223A5B332C33305D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224B6F626C656E7A5C222C5C226C6F6E6769747564655C223A372E362C5C226C617469747564655C223A35302E33362C5C22737175617265735C223A5B7B5C2261745C223A5B352C32355D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C22556C6D5C222C5C226C6F6E6769747564655C223A392E39392C5C226C617469747564655C223A34382E342C5C22737175617265735C223A5B7B5C2261745C223A5B31322C33335D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C2246726965647269636873686166656E5C222C5C226C6F6E6769747564655C223A392E34382C5C226C617469747564655C223A34372E36352C5C22737175617265735C223A5B7B5C2261745C223A5B31312C33375D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224DC3BC6E6368656E5C222C5C226C6F6E6769747564655C223A31312E35382C5C226C617469747564655C223A34382E31342C5C22737175617265735C223A5B7B5C2261745C223A5B31362C33365D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31372C33365D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31352C33365D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31372C33375D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224EC3BC726E626572675C222C5C226C6F6E6769747564655C223A31312E30382C5C226C617469747564655C223A34392E34352C5C22737175617265735C223A5B7B5C2261745C223A5B31352C32395D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31362C32395D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31352C33305D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22526567656E73627572675C222C5C226C6F6E6769747564655C223A31322E312C5C226C617469747564655C223A34392E30322C5C22737175617265735C223A5B7B5C2261745C223A5B31382C33315D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31392C33315D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C225061737361755C222C5C226C6F6E6769747564655C223A31332E34362C5C226C617469747564655C223A34382E35372C5C22737175617265735C223A5B7B5C2261745C223A5B32332C33335D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22526F73656E6865696D5C222C5C226C6F6E6769747564655C223A31322E31332C5C226C617469747564655C223A34372E38362C5C22737175617265735C223A5B7B5C2261745C223A5B31392C33365D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22486F665C222C5C226C6F6E6769747564655C223A31312E39322C5C226C617469747564655C223A35302E33322C5C22737175617265735C223A5B7B5C2261745C223A5B31382C32355D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A357D5D7D5D2C5C22636F756E7472795C223A5B7B5C226E616D655C223A5C2244656E6D61726B5C222C5C227772697474656E5C223A5C2244C3A46E656D61726B5C222C5C2261745C223A5B31312C335D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C2253776564656E5C222C5C227772697474656E5C223A5C22536368776564656E5C222C5C2261745C223A5B32322C335D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C22506F6C616E645C222C5C227772697474656E5C223A5C22506F6C656E5C222C5C2261745C223A5B32352C31335D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C22437A65636869615C222C5C227772697474656E5C223A5C225473636865636869656E5C222C5C2261745C223A5B32312C32395D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C22417573747269615C222C5C227772697474656E5C223A5C22C3967374657272656963685C222C5C2261745C223A5B31392C33385D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C22537769747A65726C616E645C222C5C227772697474656E5C223A5C225363687765697A5C222C5C2261745C223A5B392C33385D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C224672616E63655C222C5C227772697474656E5C223A5C224672616E6B72656963685C222C5C2261745C223A5B352C33315D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C224C7578656D626F7572675C222C5C227772697474656E5C223A5C224C7578656D627572675C222C5C2261745C223A5B312C32375D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C2242656C6769756D5C222C5C227772697474656E5C223A5C2242656C6769656E5C222C5C2261745C223A5B312C32345D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C224E65746865726C616E64735C222C5C227772697474656E5C223A5C224E69656465726C616E64655C222C5C2261745C223A5B332C31355D2C5C2270726963655C223A357D5D2C5C2274776F5F7374617274735C223A7B5C22736F7574685C223A5B5C224672616E63655C222C5C22417573747269615C225D2C5C226E6F7274685C223A5B5C2253776564656E5C222C5C2244656E6D61726B5C225D7D7D7D222C226F7074696F6E73223A7B2274797065223A224F7074696F6E73222C22657874656E646564223A66616C73652C226469726563746F725F746965223A22666171222C226F70656E223A66616C73652C2274776F5F737461727473223A226E6F222C2272656164696E67223A327D2C2262616E6B223A32352C2279656172223A322C227374617274223A312C227475726E223A7B2274797065223A225475726E222C2273656174223A302C226E756D626572223A322C22696E636F6D65223A66616C73652C22726F6C6C6564223A66616C73652C2270616964223A5B5D7D2C22706C6179657273223A5B7B2274797065223A22506C61796572222C2266726F6E74223A5B302C312C302C315D2C22736861726573223A5B302C302C302C302C305D2C226C6F73745F6F6666696365223A66616C73652C2263617272696564223A5B302C302C302C302C305D2C2268656C645F6F6666696365223A66616C73657D2C7B2274797065223A22506C61796572222C2266726F6E74223A5B302C302C302C325D2C22736861726573223A5B302C302C302C302C305D2C226C6F73745F6F6666696365223A66616C73652C2263617272696564223A5B302C302C312C302C315D2C2268656C645F6F6666696365223A747275657D5D2C22636F6D70616E696573223A5B5B2265697362657267222C7B2274797065223A22436F6D70616E79222C226964223A2265697362657267222C226469726563746F72223A6E756C6C2C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A22616E79222C227072696365223A302C226C656674223A377D5D7D5D2C5B227565626572616C6C222C7B2274797065223A22436F6D70616E79222C226964223A227565626572616C6C222C226469726563746F72223A6E756C6C2C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A22616E79222C227072696365223A302C226C656674223A377D5D7D5D2C5B2277656964656E222C7B2274797065223A22436F6D70616E79222C226964223A2277656964656E222C226469726563746F72223A312C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A22616E79222C227072696365223A302C226C656674223A367D5D7D5D2C5B22696E73656C222C7B2274797065223A22436F6D70616E79222C226964223A22696E73656C222C226469726563746F72223A6E756C6C2C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A22616E79222C227072696365223A302C226C656674223A397D5D7D5D2C5B226265726774616C222C7B2274797065223A22436F6D70616E79222C226964223A226265726774616C222C226469726563746F72223A312C22756E736F6C64223A31302C2273746F636B223A5B7B2274797065223A2253746F636B222C227465727261696E223A22616E79222C227072696365223A302C226C656674223A387D5D7D5D5D2C226C616E647363617065223A7B2274797065223A224C616E647363617065222C22626F78223A227B5C226469655C223A7B5C2273696D706C655C223A7B5C2266616365735C223A5B5C2273747261696768745C222C5C2273747261696768745C222C5C2263757276655C222C5C2263757276655C222C5C2273686172655C222C5C223F5C225D7D7D2C5C22636F6D70616E795C223A7B5C22656973626572675C223A7B5C226E616D655C223A5C224569736265726720546F7572735C222C5C22636F6C6F75725C223A5C22677265656E5C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B322C325D2C5C226C616B655C223A5B322C325D7D7D2C5C227565626572616C6C5C223A7B5C226E616D655C223A5C22C39C626572616C6C204661687274656E5C222C5C22636F6C6F75725C223A5C22626C75655C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B312C315D2C5C226C616B655C223A5B312C315D2C5C2267726173736C616E645C223A5B332C315D7D7D2C5C2277656964656E5C223A7B5C226E616D655C223A5C2257656964656E20457870726573735C222C5C22636F6C6F75725C223A5C22707572706C655C222C5C2273746174696F6E735C223A7B5C2267726173736C616E645C223A5B352C335D7D7D2C5C22696E73656C5C223A7B5C226E616D655C223A5C22496E73656C20486F707065725C222C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2273746174696F6E735C223A7B5C226C616B655C223A5B332C325D2C5C2267726173736C616E645C223A5B332C325D7D7D2C5C226265726774616C5C223A7B5C226E616D655C223A5C224265726720262054616C2D4261686E5C222C5C22636F6C6F75725C223A5C227265645C222C5C2273746174696F6E735C223A7B5C226D6F756E7461696E5C223A5B332C325D2C5C2267726173736C616E645C223A5B332C325D7D7D7D2C5C2263686172745C223A7B5C2270726F6A656374696F6E5C223A7B5C226E616D655C223A5C227472616E737665727365204D65726361746F725C222C5C226D6572696469616E5C223A31302E352C5C227261646975735C223A363337312C5C2265617374696E675C223A2D3333312C5C226E6F727468696E675C223A363139332C5C227371756172655C223A32332E357D2C5C226D61705C223A7B5C2267726F756E645C223A5B5C227E7E7E7E7E7E7E7E787878787E787E7E7878787E7E7878787E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7878787878787E7878787E7E7E7E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7878787E78787E7E78787E7E7E7E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7878787E7E7E7E7E7E7E7E7E7E787E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E2E2E2E7E7E7E7E78787E7E7E7E2E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7E2E2E2E7E7E7E7E7E7E7E7E2E2E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E2E2E2E2E2E2E7E7E7E7E2E2E2E7E7E7E7E7E7E5C222C5C227E7E7E7E7E7E7E7E7E7E2E2E2E2E2E7E7E2E2E2E2E2E2E2E7E7E78785C222C5C227E7E7E7E7E7E7E7E7E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7E7878785C222C5C227E7E7E7E7E2E2E7E7E2E2E2E2E2E2E2E7E2E2E2E2E2E2E2E2E7878785C222C5C227E7878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7E2E2E2E2E7878785C222C5C2278787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7878785C222C5C2278787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7878785C222C5C22787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7878785C222C5C227878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78785C222C5C22787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78785C222C5C22787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78785C222C5C227878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E2E2E2E2E2E2E2E5E5E5E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E2E2E2E2E2E2E2E2E5E5E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E5E5E5E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E5E5E5E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E785C222C5C22782E2E2E2E2E2E5E2E2E2E2E2E5E2E2E2E2E2E2E2E2E2E2E2E7878785C222C5C22785E2E2E2E2E2E2E2E2E2E2E2E5E5E5E2E2E2E2E2E5E5E78787878785C222C5C2278785E5E2E2E2E2E2E2E2E2E5E2E5E5E5E5E2E2E5E5E7878787878785C222C5C22785E5E5E2E2E2E2E2E2E2E2E5E2E2E2E5E2E2E2E78787878787878785C222C5C22785E5E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E7878787878787878785C222C5C2278782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78787878787878785C222C5C22782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E78787878787878785C222C5C2278782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5E787878787878785C222C5C227878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5E5E7878787878785C222C5C227878787878782E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5E5E78787878785C222C5C227878787878782E5E2E2E2E2E2E5E2E2E2E2E2E2E2E2E5E5E787878785C222C5C227878787878782E5E2E2E2E5E5E2E2E2E2E2E2E2E2E2E2E2E787878785C222C5C2278787878782E5E5E2E5E5E5E2E2E2E2E2E2E2E2E2E2E2E78787878785C222C5C2278787878782E5E5E2E5E2E2E2E2E2E2E2E2E2E2E2E787878787878785C222C5C2278787878782E5E5E2E2E2E2E2E2E2E2E2E2E2E2E7E787878787878785C222C5C2278787878782E5E2E2E2E2E2E2E2E2E2E2E2E5E5E5E787878787878785C222C5C2278787878782E2E2E78787E7E5E5E5E5E5E5E5E7878787878787878785C222C5C22787878787878787878787878785E78787878787878787878787878785C222C5C22787878787878787878787878787878787878787878787878787878785C222C5C22787878787878787878787878787878787878787878787878787878785C225D2C5C227269766572735C223A5B5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E42422E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E4242422E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E45452E2E572E2E2E4242422E2E2E2E2E2E482E2E2E2E2E2E5C222C5C222E2E2E2E2E452E2E57572E2E2E2E42422E2E2E2E2E482E2E4F2E2E2E5C222C5C222E2E2E2E2E452E2E2E57572E2E2E2E4242422E2E2E482E2E4F2E2E2E5C222C5C222E2E2E2E2E452E2E2E2E572E2E2E2E2E2E4242482E482E2E4F2E2E2E5C222C5C222E2E2E2E2E452E2E2E2E572E2E2E2E2E2E2E42482E482E2E4F4F2E2E5C222C5C222E2E2E2E2E452E2E2E2E572E2E2E2E2E2E42424848485050504F2E2E5C222C5C222E2E2E2E2E452E2E2E2E572E2E2E2E2E2E422E2E2E2E2E2E504F2E2E5C222C5C222E2E2E2E2E4545452E2E572E2E2E2E2E2E4242422E2E2E2E504F4F2E5C222C5C222E52522E2E2E2E45452E57572E2E2E2E2E2E414242422E2E5050532E5C222C5C222E2E522E2E2E2E2E2E2E2E572E2E2E2E2E2E412E2E422E2E2E50532E5C222C5C222E2E52522E2E2E2E2E2E2E572E2E2E2E2E2E412E2E42422E2E50532E5C222C5C222E2E2E522E2E2E2E2E2E2E2E2E2E2E2E2E41412E2E2E42424250532E5C222C5C222E2E2E522E2E2E2E2E2E2E2E2E2E2E2E2E412E2E2E2E2E2E422E2E2E5C222C5C222E2E2E52522E2E2E2E2E2E2E2E2E2E2E2E412E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E52522E2E2E2E2E2E2E2E2E2E2E41412E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E4C522E2E2E2E2E2E2E2E2E2E2E2E412E2E2E2E2E2E2E2E2E5C222C5C222E2E2E4C4C5252524D4D2E2E2E2E2E4D4D4D4D2E2E2E2E2E2E2E2E2E5C222C5C222E2E4C4C2E2E2E522E4D4D2E4D4D4D4D2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E4C4C2E2E2E2E522E2E4D4D4D2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E524B4B2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E522E4B4B2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E52522E2E4B2E2E2E2E2E2E2E4444442E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E522E2E2E4B2E2E2E2E444444442E4444442E2E2E2E2E5C222C5C222E2E2E2E2E2E522E2E4B4B2E2E4444442E2E4949494944442E2E2E2E5C222C5C222E2E2E2E2E52522E4B4B2E4444442E2E2E49492E4E4E4E2E2E2E2E2E5C222C5C222E2E2E2E2E522E4B4B4444442E2E2E2E2E492E4E4E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E522E4B44442E2E2E2E2E2E2E492E4E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E522E525252522E2E2E2E2E2E492E4E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E5252522E2E2E2E2E2E2E2E49492E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C222C5C222E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E2E5C225D2C5C2273746172745C223A5B31302C32345D7D2C5C2272697665725C223A7B5C22525C223A5C22526865696E5C222C5C224D5C223A5C224D61696E5C222C5C224B5C223A5C224E65636B61725C222C5C224C5C223A5C224D6F73656C5C222C5C22445C223A5C22446F6E61755C222C5C22495C223A5C22497361725C222C5C224E5C223A5C22496E6E5C222C5C22575C223A5C2257657365725C222C5C22455C223A5C22456D735C222C5C22425C223A5C22456C62655C222C5C22415C223A5C225361616C655C222C5C22485C223A5C22486176656C5C222C5C22505C223A5C2253707265655C222C5C224F5C223A5C224F6465725C222C5C22535C223A5C224E6569C39F655C227D2C5C22666C6F775C223A7B5C22525C223A5B5C2277617465725C222C5C22626F726465725C225D2C5C224D5C223A5B5C22736F757263655C222C5C22525C225D2C5C224B5C223A5B5C22736F757263655C222C5C22525C225D2C5C224C5C223A5B5C22626F726465725C222C5C22525C225D2C5C22445C223A5B5C22736F757263655C222C5C22626F726465725C225D2C5C22495C223A5B5C22626F726465725C222C5C22445C225D2C5C224E5C223A5B5C22626F726465725C222C5C22445C225D2C5C22575C223A5B5C22736F757263655C222C5C2277617465725C225D2C5C22455C223A5B5C22736F757263655C222C5C2277617465725C225D2C5C22425C223A5B5C22626F726465725C222C5C2277617465725C225D2C5C22415C223A5B5C22736F757263655C222C5C22425C225D2C5C22485C223A5B5C22736F757263655C222C5C22425C225D2C5C22505C223A5B5C22736F757263655C222C5C22485C225D2C5C224F5C223A5B5C22626F726465725C222C5C22626F726465725C225D2C5C22535C223A5B5C22626F726465725C222C5C224F5C225D7D2C5C22746F776E5C223A5B7B5C226E616D655C223A5C2248616D627572675C222C5C226C6F6E6769747564655C223A392E39392C5C226C617469747564655C223A35332E35352C5C22737175617265735C223A5B7B5C2261745C223A5B31312C395D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31322C395D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31312C31305D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31322C31305D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C2248616E6E6F7665725C222C5C226C6F6E6769747564655C223A392E37332C5C226C617469747564655C223A35322E33372C5C22737175617265735C223A5B7B5C2261745C223A5B31312C31355D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31322C31355D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31312C31365D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224272656D656E5C222C5C226C6F6E6769747564655C223A382E38312C5C226C617469747564655C223A35332E30382C5C22737175617265735C223A5B7B5C2261745C223A5B382C31325D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D2C7B5C2261745C223A5B392C31325D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22526F73746F636B5C222C5C226C6F6E6769747564655C223A31322E31332C5C226C617469747564655C223A35342E30392C5C22737175617265735C223A5B7B5C2261745C223A5B31382C385D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31392C385D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224B69656C5C222C5C226C6F6E6769747564655C223A31302E31332C5C226C617469747564655C223A35342E33322C5C22737175617265735C223A5B7B5C2261745C223A5B31322C355D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22536173736E69747A5C222C5C226C6F6E6769747564655C223A31332E36342C5C226C617469747564655C223A35342E35322C5C22737175617265735C223A5B7B5C2261745C223A5B32322C355D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22456D64656E5C222C5C226C6F6E6769747564655C223A372E32312C5C226C617469747564655C223A35332E33372C5C22737175617265735C223A5B7B5C2261745C223A5B342C31305D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224BC3B66C6E5C222C5C226C6F6E6769747564655C223A362E39362C5C226C617469747564655C223A35302E39342C5C22737175617265735C223A5B7B5C2261745C223A5B332C32325D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B342C32325D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D2C7B5C2261745C223A5B332C32335D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B342C32335D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224672616E6B667572745C222C5C226C6F6E6769747564655C223A382E36382C5C226C617469747564655C223A35302E31312C5C22737175617265735C223A5B7B5C2261745C223A5B382C32355D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D2C7B5C2261745C223A5B392C32355D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B382C32365D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D2C7B5C2261745C223A5B392C32365D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C22446F72746D756E645C222C5C226C6F6E6769747564655C223A372E34372C5C226C617469747564655C223A35312E35312C5C22737175617265735C223A5B7B5C2261745C223A5B332C31395D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A357D2C7B5C2261745C223A5B342C31395D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B352C31395D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224269656C6566656C645C222C5C226C6F6E6769747564655C223A382E35332C5C226C617469747564655C223A35322E30322C5C22737175617265735C223A5B7B5C2261745C223A5B382C31375D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B392C31375D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224DC3BC6E737465725C222C5C226C6F6E6769747564655C223A372E36332C5C226C617469747564655C223A35312E39362C5C22737175617265735C223A5B7B5C2261745C223A5B352C31375D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C2241616368656E5C222C5C226C6F6E6769747564655C223A362E30382C5C226C617469747564655C223A35302E37382C5C22737175617265735C223A5B7B5C2261745C223A5B312C32325D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224265726C696E5C222C5C226C6F6E6769747564655C223A31332E342C5C226C617469747564655C223A35322E35322C5C22737175617265735C223A5B7B5C2261745C223A5B32322C31355D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D2C7B5C2261745C223A5B32332C31355D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B32322C31365D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B32332C31365D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224C6569707A69675C222C5C226C6F6E6769747564655C223A31322E33372C5C226C617469747564655C223A35312E33342C5C22737175617265735C223A5B7B5C2261745C223A5B31372C31395D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31382C31395D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31392C31395D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224472657364656E5C222C5C226C6F6E6769747564655C223A31332E37342C5C226C617469747564655C223A35312E30352C5C22737175617265735C223A5B7B5C2261745C223A5B32332C32325D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B32342C32325D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224D61676465627572675C222C5C226C6F6E6769747564655C223A31312E36332C5C226C617469747564655C223A35322E31332C5C22737175617265735C223A5B7B5C2261745C223A5B31372C31365D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31372C31375D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224572667572745C222C5C226C6F6E6769747564655C223A31312E30332C5C226C617469747564655C223A35302E39382C5C22737175617265735C223A5B7B5C2261745C223A5B31352C32325D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22436F74746275735C222C5C226C6F6E6769747564655C223A31342E33332C5C226C617469747564655C223A35312E37362C5C22737175617265735C223A5B7B5C2261745C223A5B32352C31385D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C225374757474676172745C222C5C226C6F6E6769747564655C223A392E31382C5C226C617469747564655C223A34382E37382C5C22737175617265735C223A5B7B5C2261745C223A5B392C33325D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31302C33325D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B392C33335D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224D616E6E6865696D5C222C5C226C6F6E6769747564655C223A382E34372C5C226C617469747564655C223A34392E34392C5C22737175617265735C223A5B7B5C2261745C223A5B382C32395D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D2C7B5C2261745C223A5B382C33305D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C2246726569627572675C222C5C226C6F6E6769747564655C223A372E38352C5C226C617469747564655C223A34372E39392C5C22737175617265735C223A5B7B5C2261745C223A5B352C33365D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B352C33375D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22536161726272C3BC636B656E5C222C5C226C6F6E6769747564655C223A372C5C226C617469747564655C223A34392E32332C5C22737175617265735C223A5B7B5C2261745C223A5B332C33305D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C224B6F626C656E7A5C222C5C226C6F6E6769747564655C223A372E362C5C226C617469747564655C223A35302E33362C5C22737175617265735C223A5B7B5C2261745C223A5B352C32355D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C22556C6D5C222C5C226C6F6E6769747564655C223A392E39392C5C226C617469747564655C223A34382E342C5C22737175617265735C223A5B7B5C2261745C223A5B31322C33335D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C2246726965647269636873686166656E5C222C5C226C6F6E6769747564655C223A392E34382C5C226C617469747564655C223A34372E36352C5C22737175617265735C223A5B7B5C2261745C223A5B31312C33375D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224DC3BC6E6368656E5C222C5C226C6F6E6769747564655C223A31312E35382C5C226C617469747564655C223A34382E31342C5C22737175617265735C223A5B7B5C2261745C223A5B31362C33365D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31372C33365D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31352C33365D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A357D2C7B5C2261745C223A5B31372C33375D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A357D5D7D2C7B5C226E616D655C223A5C224EC3BC726E626572675C222C5C226C6F6E6769747564655C223A31312E30382C5C226C617469747564655C223A34392E34352C5C22737175617265735C223A5B7B5C2261745C223A5B31352C32395D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31362C32395D2C5C22636F6C6F75725C223A5C22707572706C655C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31352C33305D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22526567656E73627572675C222C5C226C6F6E6769747564655C223A31322E312C5C226C617469747564655C223A34392E30322C5C22737175617265735C223A5B7B5C2261745C223A5B31382C33315D2C5C22636F6C6F75725C223A5C227265645C222C5C2270726963655C223A337D2C7B5C2261745C223A5B31392C33315D2C5C22636F6C6F75725C223A5C22626C75655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C225061737361755C222C5C226C6F6E6769747564655C223A31332E34362C5C226C617469747564655C223A34382E35372C5C22737175617265735C223A5B7B5C2261745C223A5B32332C33335D2C5C22636F6C6F75725C223A5C2277686974655C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22526F73656E6865696D5C222C5C226C6F6E6769747564655C223A31322E31332C5C226C617469747564655C223A34372E38362C5C22737175617265735C223A5B7B5C2261745C223A5B31392C33365D2C5C22636F6C6F75725C223A5C2279656C6C6F775C222C5C2270726963655C223A337D5D7D2C7B5C226E616D655C223A5C22486F665C222C5C226C6F6E6769747564655C223A31312E39322C5C226C617469747564655C223A35302E33322C5C22737175617265735C223A5B7B5C2261745C223A5B31382C32355D2C5C22636F6C6F75725C223A5C22677265656E5C222C5C2270726963655C223A357D5D7D5D2C5C22636F756E7472795C223A5B7B5C226E616D655C223A5C2244656E6D61726B5C222C5C227772697474656E5C223A5C2244C3A46E656D61726B5C222C5C2261745C223A5B31312C335D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C2253776564656E5C222C5C227772697474656E5C223A5C22536368776564656E5C222C5C2261745C223A5B32322C335D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C22506F6C616E645C222C5C227772697474656E5C223A5C22506F6C656E5C222C5C2261745C223A5B32352C31335D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C22437A65636869615C222C5C227772697474656E5C223A5C225473636865636869656E5C222C5C2261745C223A5B32312C32395D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C22417573747269615C222C5C227772697474656E5C223A5C22C3967374657272656963685C222C5C2261745C223A5B31392C33385D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C22537769747A65726C616E645C222C5C227772697474656E5C223A5C225363687765697A5C222C5C2261745C223A5B392C33385D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C224672616E63655C222C5C227772697474656E5C223A5C224672616E6B72656963685C222C5C2261745C223A5B352C33315D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C224C7578656D626F7572675C222C5C227772697474656E5C223A5C224C7578656D627572675C222C5C2261745C223A5B312C32375D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C2242656C6769756D5C222C5C227772697474656E5C223A5C2242656C6769656E5C222C5C2261745C223A5B312C32345D2C5C2270726963655C223A357D2C7B5C226E616D655C223A5C224E65746865726C616E64735C222C5C227772697474656E5C223A5C224E69656465726C616E64655C222C5C2261745C223A5B332C31355D2C5C2270726963655C223A357D5D2C5C2274776F5F7374617274735C223A7B5C22736F7574685C223A5B5C224672616E63655C222C5C22417573747269615C225D2C5C226E6F7274685C223A5B5C2253776564656E5C222C5C2244656E6D61726B5C225D7D7D7D222C2274696C6573223A5B5B5B302C305D2C7B2274797065223A224C61696454696C65222C226E756D626572223A312C226B696E64223A2231222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B312C305D2C7B2274797065223A224C61696454696C65222C226E756D626572223A322C226B696E64223A2232222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B322C305D2C7B2274797065223A224C61696454696C65222C226E756D626572223A332C226B696E64223A2233222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B332C305D2C7B2274797065223A224C61696454696C65222C226E756D626572223A342C226B696E64223A2234222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B302C315D2C7B2274797065223A224C61696454696C65222C226E756D626572223A352C226B696E64223A2235222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B312C315D2C7B2274797065223A224C61696454696C65222C226E756D626572223A362C226B696E64223A2236222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B322C315D2C7B2274797065223A224C61696454696C65222C226E756D626572223A372C226B696E64223A2237222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B332C315D2C7B2274797065223A224C61696454696C65222C226E756D626572223A382C226B696E64223A2238222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B302C325D2C7B2274797065223A224C61696454696C65222C226E756D626572223A392C226B696E64223A2239222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B312C325D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31302C226B696E64223A223130222C227475726E223A302C2273746174696F6E73223A5B2277656964656E222C226265726774616C225D7D5D2C5B5B322C325D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31312C226B696E64223A223131222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B332C325D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31322C226B696E64223A223132222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B302C335D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31332C226B696E64223A223133222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B312C335D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31342C226B696E64223A223134222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B322C335D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31352C226B696E64223A223135222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B332C335D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31362C226B696E64223A223136222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B302C345D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31372C226B696E64223A223137222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B312C345D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31382C226B696E64223A223138222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B322C345D2C7B2274797065223A224C61696454696C65222C226E756D626572223A31392C226B696E64223A223139222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B332C345D2C7B2274797065223A224C61696454696C65222C226E756D626572223A32302C226B696E64223A223230222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B302C355D2C7B2274797065223A224C61696454696C65222C226E756D626572223A32312C226B696E64223A223231222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B312C355D2C7B2274797065223A224C61696454696C65222C226E756D626572223A32322C226B696E64223A223232222C227475726E223A302C2273746174696F6E73223A5B5D7D5D2C5B5B322C355D2C7B2274797065223A224C61696454696C65222C226E756D626572223A32332C226B696E64223A223233222C227475726E223A302C2273746174696F6E73223A5B5D7D5D5D2C22737570706C79223A5B5D2C22636C6F736564223A5B5D7D2C226C696E65223A7B2274797065223A224C696E65222C2274696C6573223A5B5B5B312C335D2C5B5B5B31302C32345D2C7B2274797065223A2246697874757265222C227369646573223A5B302C325D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B31302C32355D2C7B2274797065223A2246697874757265222C227369646573223A5B302C335D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B392C32355D2C7B2274797065223A2246697874757265222C227369646573223A5B312C325D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B31302C32335D2C7B2274797065223A2246697874757265222C227369646573223A5B322C305D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B31302C32325D2C7B2274797065223A2246697874757265222C227369646573223A5B322C305D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B31302C32315D2C7B2274797065223A2246697874757265222C227369646573223A5B322C305D2C22636F6D70616E79223A6E756C6C7D5D5D5D2C5B5B312C325D2C5B5B5B31302C32305D2C7B2274797065223A2246697874757265222C227369646573223A5B322C305D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B31302C31395D2C7B2274797065223A2246697874757265222C227369646573223A5B322C335D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B392C31395D2C7B2274797065223A2246697874757265222C227369646573223A5B312C305D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B392C31385D2C7B2274797065223A2246697874757265222C227369646573223A5B322C305D2C22636F6D70616E79223A6E756C6C7D5D2C5B5B392C31375D2C7B2274797065223A2246697874757265222C227369646573223A5B322C335D2C22636F6D70616E79223A2277656964656E227D5D2C5B5B382C31375D2C7B2274797065223A2246697874757265222C227369646573223A5B312C305D2C22636F6D70616E79223A226265726774616C227D5D2C5B5B382C31365D2C7B2274797065223A2246697874757265222C227369646573223A5B322C305D2C22636F6D70616E79223A6E756C6C7D5D5D5D5D2C2261223A7B2274797065223A22456E64222C22737175617265223A5B382C31365D2C226261636B223A322C2268656164696E67223A302C226162726F6164223A66616C73657D2C2262223A7B2274797065223A22456E64222C22737175617265223A5B392C32355D2C226261636B223A312C2268656164696E67223A322C226162726F6164223A66616C73657D7D2C226C6173745F79656172223A6E756C6C2C22656E646564223A6E756C6C2C227374616E64696E6773223A5B5D2C2277616974696E67223A5B332C312C302C312C305D2C226B696E64223A226765726D616E79227D2C2273637265656E73223A5B7B2274797065223A2253637265656E222C2268696464656E223A302C2270617373656E67657273223A307D2C7B2274797065223A2253637265656E222C2268696464656E223A302C2270617373656E67657273223A307D5D7D');
CREATE TABLE standby (
	player_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	since_ms BIGINT NOT NULL, 
	CONSTRAINT pk_standby PRIMARY KEY (player_id, kind), 
	CONSTRAINT fk_standby_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE standing (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	letter_id INTEGER, 
	created_ms BIGINT NOT NULL, 
	CONSTRAINT pk_standing PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_standing_game_id_seat_seat FOREIGN KEY(game_id, seat) REFERENCES seat (game_id, seat), 
	CONSTRAINT fk_standing_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id)
);
CREATE TABLE statement (
	id INTEGER NOT NULL, 
	dispute_id INTEGER NOT NULL, 
	seat INTEGER, 
	player_id INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	letter_id INTEGER, 
	CONSTRAINT pk_statement PRIMARY KEY (id), 
	CONSTRAINT fk_statement_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id), 
	CONSTRAINT fk_statement_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT fk_statement_letter_id_letter FOREIGN KEY(letter_id) REFERENCES letter (id)
);
INSERT INTO "statement" VALUES(1,1,NULL,3,'Is that so, Anna?',1795461000000,5);
INSERT INTO "statement" VALUES(2,1,0,1,'I did forget it.',1795464000000,6);
CREATE TABLE stranger (
	address_hash VARCHAR NOT NULL, 
	written_ms BIGINT NOT NULL, 
	CONSTRAINT pk_stranger PRIMARY KEY (address_hash)
);
CREATE TABLE tenure (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	from_ms BIGINT NOT NULL, 
	until_ms BIGINT, 
	came VARCHAR NOT NULL, 
	"left" VARCHAR, 
	CONSTRAINT pk_tenure PRIMARY KEY (game_id, seat, number), 
	CONSTRAINT fk_tenure_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_tenure_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "tenure" VALUES(1,0,0,1,1795366800000,NULL,'began',NULL);
INSERT INTO "tenure" VALUES(1,1,0,2,1795366800000,NULL,'began',NULL);
INSERT INTO "tenure" VALUES(2,0,0,4,1795366800000,NULL,'began',NULL);
INSERT INTO "tenure" VALUES(2,1,0,2,1795366800000,NULL,'began',NULL);
CREATE TABLE throw (
	game_id INTEGER NOT NULL, 
	epoch INTEGER NOT NULL, 
	year INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	purpose VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	sides VARCHAR NOT NULL, 
	face VARCHAR NOT NULL, 
	fell INTEGER NOT NULL, 
	player_id INTEGER, 
	kind VARCHAR NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_throw PRIMARY KEY (game_id, epoch, year, seat, purpose, number, sides, face), 
	CONSTRAINT fk_throw_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_throw_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "throw" VALUES(1,0,1,0,'roll',0,'["?","curve","curve","share","straight","straight"]','straight',3,1,'first_rails',1795370400000);
INSERT INTO "throw" VALUES(1,0,1,0,'roll',0,'["?","curve","curve","share","straight","straight"]','curve',4,1,'first_rails',1795370400000);
INSERT INTO "throw" VALUES(1,0,1,0,'roll',0,'["?","curve","curve","share","straight","straight"]','share',1,1,'first_rails',1795370400000);
INSERT INTO "throw" VALUES(1,0,1,1,'roll',0,'["?","curve","curve","share","straight","straight"]','curve',4,2,'first_rails',1795420800000);
INSERT INTO "throw" VALUES(1,0,1,1,'roll',0,'["?","curve","curve","share","straight","straight"]','straight',2,2,'first_rails',1795420800000);
INSERT INTO "throw" VALUES(1,0,1,1,'roll',0,'["?","curve","curve","share","straight","straight"]','?',1,2,'first_rails',1795420800000);
INSERT INTO "throw" VALUES(1,0,1,1,'roll',0,'["?","curve","curve","share","straight","straight"]','share',1,2,'first_rails',1795420800000);
INSERT INTO "throw" VALUES(2,0,1,0,'roll',0,'["?","curve","curve","share","straight","straight"]','share',2,NULL,'germany',1795453200000);
INSERT INTO "throw" VALUES(2,0,1,0,'roll',0,'["?","curve","curve","share","straight","straight"]','curve',2,NULL,'germany',1795453200000);
INSERT INTO "throw" VALUES(2,0,1,1,'roll',0,'["?","curve","curve","share","straight","straight"]','curve',1,NULL,'germany',1795539600000);
INSERT INTO "throw" VALUES(2,0,1,1,'roll',0,'["?","curve","curve","share","straight","straight"]','straight',1,NULL,'germany',1795539600000);
INSERT INTO "throw" VALUES(2,0,2,1,'roll',0,'["?","curve","curve","share","straight","straight"]','straight',1,NULL,'germany',1795626000000);
INSERT INTO "throw" VALUES(2,0,2,1,'roll',0,'["?","curve","curve","share","straight","straight"]','?',1,NULL,'germany',1795626000000);
CREATE TABLE turn_taken (
	game_id INTEGER NOT NULL, 
	year INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER, 
	kind VARCHAR NOT NULL, 
	seats INTEGER NOT NULL, 
	began_ms BIGINT NOT NULL, 
	ended_ms BIGINT NOT NULL, 
	took_ms BIGINT GENERATED ALWAYS AS (ended_ms - began_ms) STORED, 
	deadline_ms BIGINT, 
	late BOOLEAN NOT NULL, 
	played_by VARCHAR NOT NULL, 
	CONSTRAINT pk_turn_taken PRIMARY KEY (game_id, year, turn), 
	CONSTRAINT fk_turn_taken_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_turn_taken_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "turn_taken" VALUES(2,1,1,0,4,'germany',2,1795366800000,1795453200000,1795453200000,1,'bot');
INSERT INTO "turn_taken" VALUES(2,1,2,1,2,'germany',2,1795453200000,1795539600000,1795539600000,1,'bot');
INSERT INTO "turn_taken" VALUES(1,1,1,0,1,'first_rails',2,1795366800000,1795370400000,1795712400000,0,'player');
INSERT INTO "turn_taken" VALUES(1,1,2,1,2,'first_rails',2,1795370400000,1795550400000,1795842300000,0,'player');
INSERT INTO "turn_taken" VALUES(2,2,1,1,2,'germany',2,1795539600000,1795626000000,1795626000000,1,'bot');
CREATE TABLE unproved (
	player_id INTEGER NOT NULL, 
	told_ms BIGINT NOT NULL, 
	since INTEGER NOT NULL, 
	CONSTRAINT pk_unproved PRIMARY KEY (player_id), 
	CONSTRAINT fk_unproved_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE unsubscription (
	token VARCHAR NOT NULL, 
	player_id INTEGER NOT NULL, 
	topic VARCHAR NOT NULL, 
	tag VARCHAR NOT NULL, 
	created_ms BIGINT NOT NULL, 
	ended_ms BIGINT, 
	"before" TEXT NOT NULL, 
	CONSTRAINT pk_unsubscription PRIMARY KEY (token), 
	CONSTRAINT uq_unsubscription_player_id_topic_tag UNIQUE (player_id, topic, tag), 
	CONSTRAINT fk_unsubscription_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "unsubscription" VALUES('sgv5czxdbvqvogzx',2,'press','',1795372200000,NULL,'');
INSERT INTO "unsubscription" VALUES('lnz2mj4c5l2l7jqf',4,'reports','',1795539600000,NULL,'');
INSERT INTO "unsubscription" VALUES('4zdh6q6fmuyrbtn5',1,'reports','',1795550400000,NULL,'');
CREATE TABLE unwanted (
	player_id INTEGER NOT NULL, 
	topic VARCHAR NOT NULL, 
	CONSTRAINT pk_unwanted PRIMARY KEY (player_id, topic), 
	CONSTRAINT fk_unwanted_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE waiting_list (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	options TEXT NOT NULL, 
	seats INTEGER NOT NULL, 
	pace VARCHAR NOT NULL, 
	playing_days VARCHAR NOT NULL, 
	zone VARCHAR NOT NULL, 
	late VARCHAR NOT NULL, 
	press VARCHAR NOT NULL, 
	private BOOLEAN NOT NULL, 
	seed BLOB NOT NULL, 
	commitment VARCHAR NOT NULL, 
	opened_by INTEGER NOT NULL, 
	created_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	game_id INTEGER, 
	beacon TEXT, 
	round BIGINT, 
	full_ms BIGINT, 
	CONSTRAINT pk_waiting_list PRIMARY KEY (id), 
	CONSTRAINT fk_waiting_list_opened_by_player FOREIGN KEY(opened_by) REFERENCES player (id), 
	CONSTRAINT fk_waiting_list_game_id_game FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE waiting_player (
	list_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	salt TEXT NOT NULL, 
	from_server BOOLEAN NOT NULL, 
	joined_ms BIGINT NOT NULL, 
	CONSTRAINT pk_waiting_player PRIMARY KEY (list_id, player_id), 
	CONSTRAINT fk_waiting_player_list_id_waiting_list FOREIGN KEY(list_id) REFERENCES waiting_list (id), 
	CONSTRAINT fk_waiting_player_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE watch (
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	since_ms BIGINT NOT NULL, 
	told INTEGER NOT NULL, 
	reported INTEGER NOT NULL, 
	CONSTRAINT pk_watch PRIMARY KEY (game_id, player_id), 
	CONSTRAINT fk_watch_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_watch_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE web_session (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	mark VARCHAR NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	player_id INTEGER NOT NULL, 
	agent VARCHAR NOT NULL, 
	created_ms BIGINT NOT NULL, 
	seen_ms BIGINT NOT NULL, 
	game_tag VARCHAR, 
	CONSTRAINT uq_web_session_mark UNIQUE (mark), 
	CONSTRAINT uq_web_session_token_hash UNIQUE (token_hash), 
	CONSTRAINT fk_web_session_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE INDEX ix_answer_count_last_ms ON answer_count (last_ms);
CREATE INDEX ix_registration_address ON registration (address);
CREATE INDEX ix_sent_form_sent_ms ON sent_form (sent_ms);
CREATE INDEX ix_caused_mail_player_id_at_ms ON caused_mail (player_id, at_ms);
CREATE INDEX ix_reach_probe_id ON reach (probe_id);
CREATE INDEX ix_reach_suspended_ms ON reach (suspended_ms);
CREATE INDEX ix_game_owner ON game (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX ix_game_status_wake_ms ON game (status, wake_ms);
CREATE INDEX ix_game_kind_status ON game (kind, status);
CREATE INDEX ix_game_bot_due ON game (id) WHERE active_bot IS NOT NULL;
CREATE INDEX ix_standby_kind_since_ms ON standby (kind, since_ms);
CREATE INDEX ix_mailbox_letter_unmarked ON mailbox_letter (folder_id) WHERE taken AND NOT marked;
CREATE INDEX ix_name_key_player_id ON name_key (player_id);
CREATE INDEX ix_sign_in_player_id ON sign_in (player_id);
CREATE INDEX ix_web_session_player_id ON web_session (player_id);
CREATE INDEX ix_player_address_player_id ON player_address (player_id);
CREATE INDEX ix_address_claim_player_id ON address_claim (player_id);
CREATE INDEX ix_absence_player_id_last_day ON absence (player_id, last_day);
CREATE INDEX ix_analysis_player_id ON analysis (player_id);
CREATE INDEX ix_analysis_used_ms ON analysis (used_ms);
CREATE INDEX ix_analysis_game_id ON analysis (game_id);
CREATE INDEX ix_analysis_visitor ON analysis (visitor);
CREATE INDEX ix_channel_player_id ON channel (player_id);
CREATE INDEX ix_channel_session_id ON channel (session_id);
CREATE INDEX ix_channel_address ON channel (address);
CREATE INDEX ix_seat_vacant ON seat (vacant_ms) WHERE vacant_ms IS NOT NULL;
CREATE INDEX ix_seat_player_id ON seat (player_id);
CREATE INDEX ix_tenure_player_id ON tenure (player_id);
CREATE INDEX ix_turn_taken_kind_seats_played_by_took_ms_late_player_id ON turn_taken (kind, seats, played_by, took_ms, late, player_id);
CREATE INDEX ix_turn_taken_player_id ON turn_taken (player_id);
CREATE INDEX ix_turn_taken_kind_player_id_late_played_by ON turn_taken (kind, player_id, late, played_by);
CREATE INDEX ix_throw_player_id_kind ON throw (player_id, kind);
CREATE INDEX ix_throw_kind ON throw (kind);
CREATE INDEX ix_result_player_id ON result (player_id);
CREATE INDEX ix_result_kind_player_id ON result (kind, player_id);
CREATE INDEX ix_rating_kind_player_id_at_ms_game_id ON rating (kind, player_id, at_ms, game_id);
CREATE INDEX ix_letter_kept ON letter (received_ms) WHERE length(raw) > 0;
CREATE INDEX ix_letter_game_id_id ON letter (game_id, id);
CREATE INDEX ix_letter_status_id ON letter (status, id);
CREATE INDEX ix_mail_kept ON mail (sent_ms) WHERE raw IS NOT NULL;
CREATE INDEX ix_mail_status_next_ms ON mail (status, next_ms);
CREATE INDEX ix_mail_game_id_seat ON mail (game_id, seat);
CREATE INDEX ix_mail_player_id ON mail (player_id);
CREATE INDEX ix_watch_player_id ON watch (player_id);
CREATE INDEX ix_waiting_list_status_expires_ms ON waiting_list (status, expires_ms);
CREATE INDEX ix_channel_game_game_id ON channel_game (game_id);
CREATE INDEX ix_ignored_letter_at_ms ON ignored_letter (at_ms);
CREATE INDEX ix_ignored_letter_player_id_at_ms ON ignored_letter (player_id, at_ms);
CREATE INDEX ix_offer_player_id ON offer (player_id);
CREATE INDEX ix_offer_game_id_seat ON offer (game_id, seat);
CREATE INDEX ix_offer_status_expires_ms ON offer (status, expires_ms);
CREATE INDEX ix_entry_note ON entry (game_id, position) WHERE kind = 'note';
CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry WHEN (SELECT purpose FROM game WHERE id = OLD.game_id) = 'match' BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entry_never_replaced BEFORE INSERT ON entry WHEN EXISTS (SELECT 1 FROM entry WHERE game_id = NEW.game_id AND position = NEW.position) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX ix_bounce_mail_id ON bounce (mail_id);
CREATE INDEX ix_mail_bytes_sent_ms ON mail_bytes (sent_ms);
CREATE INDEX ix_mail_bytes_picture ON mail_bytes (picture);
CREATE INDEX ix_press_waiting ON press (at_ms) WHERE NOT passed_on;
CREATE INDEX ix_press_game_id_at_ms ON press (game_id, at_ms);
CREATE INDEX ix_dispute_game_id_status ON dispute (game_id, status);
CREATE INDEX ix_dispute_status_filed_ms ON dispute (status, filed_ms);
CREATE INDEX ix_proposal_status_expires_ms ON proposal (status, expires_ms);
CREATE INDEX ix_proposal_game_id_status ON proposal (game_id, status);
CREATE INDEX ix_report_link_player_id ON report_link (player_id);
CREATE INDEX ix_report_link_game_id ON report_link (game_id);
CREATE INDEX ix_report_link_created_ms ON report_link (created_ms);
CREATE INDEX ix_confirmation_game_id_seat ON confirmation (game_id, seat);
CREATE INDEX ix_confirmation_expires_ms ON confirmation (expires_ms);
CREATE INDEX ix_confirmation_player_id ON confirmation (player_id);
CREATE INDEX ix_waiting_player_player_id ON waiting_player (player_id);
CREATE INDEX ix_invitation_address ON invitation (address);
CREATE INDEX ix_press_kept_player_id ON press_kept (player_id);
CREATE INDEX ix_ruling_dispute_id ON ruling (dispute_id);
CREATE INDEX ix_ruling_rule_ruled_ms ON ruling (rule, ruled_ms);
CREATE INDEX ix_statement_dispute_id ON statement (dispute_id);
CREATE INDEX ix_sight_player_id ON sight (player_id);
CREATE INDEX ix_sight_game_id_player_id ON sight (game_id, player_id);
DELETE FROM "sqlite_sequence";
COMMIT;
