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
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
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
INSERT INTO "entry" VALUES(1,4,'event','{"type": "GameBegan", "kind": "first_rails", "seats": 2, "options": [["extended", "no"], ["director_tie", "faq"], ["open", "no"]], "components": "{\"die\":{\"simple\":{\"faces\":[\"straight\",\"straight\",\"curve\",\"curve\",\"share\",\"?\"]}},\"tile\":{\"grassland\":{\"count\":9,\"sides\":\"GGGG\",\"rows\":[\".......\",\".......\",\".......\",\".......\",\".......\",\".......\",\".......\"]},\"lake\":{\"count\":8,\"sides\":\"GGGG\",\"rows\":[\".......\",\"...~~..\",\"..~~~~.\",\".~~~~..\",\".~~~...\",\"..~~...\",\".......\"]},\"mountain2\":{\"count\":9,\"sides\":\"MMGG\",\"rows\":[\".^^^^^^\",\".^^^^^^\",\"..^^^^^\",\"...^^^^\",\"....^^^\",\".....^^\",\".......\"]},\"mountain3\":{\"count\":9,\"sides\":\"MMGM\",\"rows\":[\"^^^^^^^\",\"^^^^^^^\",\"^^^^^^^\",\"^^^.^^^\",\"^^...^^\",\"^^...^^\",\".......\"]}},\"company\":{\"eisberg\":{\"name\":\"Eisberg Tours\",\"colour\":\"green\",\"stations\":{\"mountain\":[2,2],\"lake\":[2,2]}},\"ueberall\":{\"name\":\"Überall Fahrten\",\"colour\":\"blue\",\"stations\":{\"mountain\":[1,1],\"lake\":[1,1],\"grassland\":[3,1]}},\"weiden\":{\"name\":\"Weiden Express\",\"colour\":\"purple\",\"stations\":{\"grassland\":[5,3]}},\"insel\":{\"name\":\"Insel Hopper\",\"colour\":\"yellow\",\"stations\":{\"lake\":[3,2],\"grassland\":[3,2]}},\"bergtal\":{\"name\":\"Berg & Tal-Bahn\",\"colour\":\"red\",\"stations\":{\"mountain\":[3,2],\"grassland\":[3,2]}}}}", "dice": 40, "wild": 4, "start_kind": "grassland", "reading": 2}',NULL,NULL,1795366800000,1);
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
	CONSTRAINT pk_game PRIMARY KEY (id), 
	CONSTRAINT uq_game_tag UNIQUE (tag)
);
INSERT INTO "game" VALUES(1,'e1','Whitsun','first_rails','playing','{}',X'0000000000000000000000000000000000000000000000000000000000000005','96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47',1,'4d','1234567','UTC','wait','signed',1795366800000,'<game-e1-36a1dfffeb89c047@seats.test>',2,1,1,NULL,1795554300000,1795899900000,1795727100000,0,42,42,NULL,NULL,1,NULL);
INSERT INTO "game" VALUES(2,'e2','Advent','germany','playing','{}',X'0000000000000000000000000000000000000000000000000000000000000000','66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',1,'1d','1234567','UTC','bot','signed',1795366800000,'<game-e2-1f2067fa27775cba@seats.test>',2,2,0,NULL,1795626000000,1795712400000,1795705200000,0,62,62,NULL,NULL,0,NULL);
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
INSERT INTO "letter" VALUES(1,'<9682625c4d8c1125d1b95f03@player.test>','fvxdpiycoia4bjki','anna@player.test','815db8c251d9fd87eace4cc44ba83330b6e3211e84fd96ac5d1124d06d8f1f88',1795370400000,X'46726F6D3A20616E6E6140706C617965722E746573740D0A546F3A2066767864706979636F696134626A6B694073656174732E746573740D0A5375626A6563743A2052653A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C39363832363235633464386331313235643162393566303340706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C37383863383631303437386562656431303632393566383930656333643965634073656174732E746573743E0D0A5265666572656E6365733A203C67616D652D65312D333661316466666665623839633034374073656174732E746573743E0D0A203C37383863383631303437386562656431303632393566383930656333643965634073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A726F6C6C20343F0D0A6275792077656964656E0D0A42206520650D0A656E640D0A0D0A66767864706979636F696134626A6B694073656174732E746573742077726F74653A0D0A3E20497420697320796F7572207475726E20287965617220312C207475726E2031206F662032292E20546865206C6174657374206461746520666F7220796F7572206F72646572730D0A3E206973205468757273646179203236204E6F76656D62657220323032362C2031373A3030205554432E0D0A3E2059312E312023360D0A3E0D0A3E203D3D20576861742068617070656E6564203D3D0D0A3E0D0A3E202D205468652067616D6520626567696E733A20416E6E612C20426572742C207769746820343020646963652E0D0A3E202D2059656172203120626567696E73207769746820416E6E6120617320737461727420706C617965722E0D0A3E0D0A3E203D3D20546865206C696E65203D3D0D0A3E0D0A3E20543120286772617373292C20626F746820656E64730D0A3E2020202020612020622020632020642020652020662020670D0A3E20203120202E20202E20202E20202E20202E20202E20202E2020310D0A3E20203220202E20202E20202E20202E20202E20202E20202E2020320D0A3E20203320202E20202E20202E20202E20202E20202E20202E2020330D0A3E20203420202E20202E203C413EE29480E29480E294803C423E202E20202E2020340D0A3E20203520202E20202E20202E20202E20202E20202E20202E2020350D0A3E20203620202E20202E20202E20202E20202E20202E20202E2020360D0A3E20203720202E20202E20202E20202E20202E20202E20202E2020370D0A3E2020202020612020622020632020642020652020662020670D0A3E0D0A3E20202E2067726173732020203C413E203C423E20776865726520746865206C696E6520676F6573206F6E0D0A3E0D0A3E20413A2054312064342C20706F696E7473207720617420633420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722034206D6F7265207069656365733A2031206F662035206C69652074686572652E0D0A3E2020202053746174696F6E732074686174206669742074686572652C20616E64207468656972207072696365733A2067726173736C616E642073746174696F6E2028C39C626572616C6C0D0A3E202020202020204661687274656E20332F352C2057656964656E204578707265737320332F352C20496E73656C20486F7070657220332F352C204265726720262054616C2D4261686E0D0A3E20202020202020332F35292E0D0A3E20423A2054312064342C20706F696E7473206520617420653420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722034206D6F7265207069656365733A2031206F662035206C69652074686572652E0D0A3E2020202053746174696F6E732074686174206669742074686572652C20616E64207468656972207072696365733A2067726173736C616E642073746174696F6E2028C39C626572616C6C0D0A3E202020202020204661687274656E20332F352C2057656964656E204578707265737320332F352C20496E73656C20486F7070657220332F352C204265726720262054616C2D4261686E0D0A3E20202020202020332F35292E0D0A3E204E65772074696C6573207468617420666974206265736964652054313A0D0A3E202020206E3A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C206E772C20776E650D0A3E20202020653A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C2065732C206E65730D0A3E20202020733A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2065732C2073772C206573770D0A3E20202020773A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2073772C206E772C206E73770D0A3E0D0A3E203D3D20546865206C616E647363617065203D3D0D0A3E0D0A3E20202B2D2D2D2D2D2B0D0A3E20207C54312A20207C0D0A3E20207C20202020207C0D0A3E20202B2D2D2D2D2D2B0D0A3E0D0A3E20202A2074696C6573206265696E67206275696C74206F6E0D0A3E0D0A3E20536D616C6C2074696C6573206C65667420283334293A2067726173736C616E6420382C206C616B6520382C206D6F756E7461696E73206F6E2074776F20736964657320392C0D0A3E206D6F756E7461696E73206F6E20746872656520736964657320390D0A3E0D0A3E203D3D20436F6D70616E696573203D3D0D0A3E0D0A3E20536861726573202020202020202020202020206469726563746F722020416E6E61202042657274202062616E6B0D0A3E2045204569736265726720546F757273202020202D2020202020202020202020202D20202020202D2020202031300D0A3E20C39C20C39C626572616C6C204661687274656E20202D2020202020202020202020202D20202020202D2020202031300D0A3E20572057656964656E20457870726573732020202D2020202020202020202020202D20202020202D2020202031300D0A3E204920496E73656C20486F7070657220202020202D2020202020202020202020202D20202020202D2020202031300D0A3E2042204265726720262054616C2D4261686E20202D2020202020202020202020202D20202020202D2020202031300D0A3E0D0A3E2053746174696F6E73206C6566742020202020206D6F756E7461696E20206C616B65202020202067726173736C616E6420206275696C742020636861696E0D0A3E2045204569736265726720546F75727320202020327833203278352020203278332032783520202D20202020202020202020202020202D2020202020202D0D0A3E20C39C20C39C626572616C6C204661687274656E2020317833203178352020203178332031783520203378332031783520202020202020202D2020202020202D0D0A3E20572057656964656E20457870726573732020202D2020202020202020202D20202020202020203578332033783520202020202020202D2020202020202D0D0A3E204920496E73656C20486F7070657220202020202D2020202020202020203378332032783520203378332032783520202020202020202D2020202020202D0D0A3E2042204265726720262054616C2D4261686E2020337833203278352020202D20202020202020203378332032783520202020202020202D2020202020202D0D0A3E0D0A3E203278333A2074776F2073746174696F6E7320666F722033206469636520656163682E20636861696E3A2074696C657320696E20746865206C6F6E6765737420636861696E2C0D0A3E2065616368206272696E67696E6720312C3030302070617373656E67657273206120796561722E0D0A3E0D0A3E203D3D20506C6179657273203D3D0D0A3E0D0A3E20506C617965727320202020202020206469726563747320206275696C7420207374726169676874202063757276652020736861726520203F2020696E20616C6C0D0A3E20416E6E6120287374617274732920202D2020202020202020202020202D2020202020202020202D2020202020202D2020202020202D20203420202020202020340D0A3E204265727420202020202020202020202D2020202020202020202020202D2020202020202020202D2020202020202D2020202020202D20203420202020202020340D0A3E0D0A3E20496E207468652062616E6B3A20333120646963652E204F6E2074686520626F61726420617320747261636B3A20312E0D0A3E0D0A3E203D3D20466F7220796F75722065796573206F6E6C79203D3D0D0A3E0D0A3E20426568696E6420796F75722073637265656E3A203020646963652C20302070617373656E676572732E0D0A3E20496E2066726F6E74206F662069742C20666F722065766572796F6E6520746F207365653A2034203F2E0D0A3E0D0A3E20596F75206D61792073656E6420616E79206F66207468657365206C696E6573206173206974207374616E64733B207768617420666F6C6C6F7773202320697320610D0A3E2072656D61726B3A0D0A3E0D0A3E20726F6C6C20343F202020202020202020202020202023206F722066657765723B207468652062616E6B2061646473203420646963650D0A3E2062757920656973626572672077697468203F2020202320612073686172652066726F6D207468652062616E6B2C20666F722061203F0D0A3E20627579207565626572616C6C2077697468203F20202320612073686172652066726F6D207468652062616E6B2C20666F722061203F0D0A3E206275792077656964656E2077697468203F202020202320612073686172652066726F6D207468652062616E6B2C20666F722061203F0D0A3E2062757920696E73656C2077697468203F20202020202320612073686172652066726F6D207468652062616E6B2C20666F722061203F0D0A3E20627579206265726774616C2077697468203F2020202320612073686172652066726F6D207468652062616E6B2C20666F722061203F0D0A3E204120773F2020202020202020202020202020202020232061203F0D0A3E204120733F2020202020202020202020202020202020232061203F0D0A3E2041206E3F2020202020202020202020202020202020232061203F0D0A3E204220653F2020202020202020202020202020202020232061203F0D0A3E2042206E3F2020202020202020202020202020202020232061203F0D0A3E204220733F2020202020202020202020202020202020232061203F0D0A3E20656E642020202020202020202020202020202020202320656E647320796F7572207475726E0D0A3E0D0A3E20547261636B3A2065616368206C6574746572206973206F6E6520706965636520616E64207361797320776865726520746865206C696E6520706F696E74732061667465722069742C0D0A3E206E2C20652C2073206F7220772C20736F207468652073616D652077617920616761696E206973206120737472616967687420616E642061207475726E20697320612063757276652E0D0A3E2041203F20626568696E642061206C657474657220757365732061203F20666F7220746861742070696563652E205772697465206D6F7265206C65747465727320746F206C61790D0A3E206D6F7265207069656365732C20616E6420226F6E746F22207769746820612074696C6520776865726520746865206C696E6520676F6573206F7665722074686520656467652E0D0A3E0D0A3E205768617420697320746F2062652070616964206973207061696420776974682068696464656E20646963652066697273742C207468656E2077697468203F3B2061646420666F720D0A3E206578616D706C65202270617920326820313F2220746F20616E206F7264657220746F2063686F6F73652E0D0A3E0D0A3E204C617267652074696C657320617265206E616D65642061732074686579206C69653A2061206D6F756E7461696E2074696C6520627920697473206D6F756E7461696E0D0A3E2073696465732C2061206C616B6520627920776865726520746865206E6F727468206F662074686973207069637475726520706F696E747320286C616B652F653A2065617374292E0D0A3E0D0A3E206C616B6520202020202020202020202020206E6520202020202020202020202020202020776E650D0A3E202E202E202E202E202E202E202E20202020202E205E205E205E205E205E205E20202020205E205E205E205E205E205E205E0D0A3E202E202E202E207E207E202E202E20202020202E205E205E205E205E205E205E20202020205E205E205E205E205E205E205E0D0A3E202E202E207E207E207E207E202E20202020202E202E205E205E205E205E205E20202020205E205E205E205E205E205E205E0D0A3E202E207E207E207E207E202E202E20202020202E202E202E205E205E205E205E20202020205E205E205E202E205E205E205E0D0A3E202E207E207E207E202E202E202E20202020202E202E202E202E205E205E205E20202020205E205E202E202E202E205E205E0D0A3E202E202E207E207E202E202E202E20202020202E202E202E202E202E205E205E20202020205E205E202E202E202E205E205E0D0A3E202E202E202E202E202E202E202E20202020202E202E202E202E202E202E202E20202020202E202E202E202E202E202E202E0D0A3E0D0A3E20596F75206D6967687420616E737765723A0D0A3E0D0A3E20726F6C6C20343F0D0A3E0D0A3E204A757374207265706C7920746F2074686973206D61696C2C20796F7572206F7264657273206F6E20746F702C206F6E65206F6E2061206C696E652E20576974682022636865636B220D0A3E20617320746865206669727374206C696E65206E6F7468696E6720697320646F6E6520616E6420796F752061726520746F6C64207768617420776F756C642068617070656E2E0D0A3E2022756E646F2220616E64202272657374617274222074616B65206261636B2077686174206E6F20726F6C6C20686173206D6164652066696E616C2E202268656C70220D0A3E206578706C61696E7320616C6C206F72646572732E0D0A3E0D0A3E20416C6C207468726F777320666F6C6C6F772066726F6D206120736565642074686174206973206B6570742073656372657420756E74696C207468652067616D652069730D0A3E206F7665722E20497473205348412D3235362069730D0A3E20393664653866633863323536666131653135353664343161663433316361636537646361363837303763373864643838633361636162386231373136346334370D0A3E0D0A3E204E6F626F64792063616E206368616E6765207468652064696365206F6E6365207468652067616D652068617320626567756E2C20616E64206E6F20706C6179657220616C6F6E650D0A3E2063616E2063686F6F7365206F7220666F7265736565207468656D3A207468652073656564207761732066697865642C20616E6420697473205348412D3235362073686F776E2C0D0A3E206265666F726520616E796F6E65277320776F72647320666F722074686520646963652077657265206B6E6F776E2E0D0A3E0D0A3E205468697320646F6573206E6F742070726F766520746861742074686520686F737420697320686F6E6573742E2057686F657665722072756E7320746865207365727665720D0A3E206B6E6F77732074686520736565642C20736F20746865792C206F72206120706C6179657220746865792068656C702C2063616E2063686F6F736520746865206C6173740D0A3E20776F72647320627920747279696E6720756E74696C2074686520646963652066616C6C2061732074686579206C696B652E0D0A3E0D0A3E205768697473756E2C205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573742F67616D65732F65310D0A','done',0,'Your orders were carried out.',1,0,'icj4zumedj');
INSERT INTO "letter" VALUES(2,'<4e35eac1ce7ba94018ac7c27@player.test>','fvxdpiycoia4bjki','anna@player.test','143074337f037984979e6a3e1d34a679aa784108e2d022d653c820aa98b3c386',1795372200000,X'46726F6D3A20616E6E6140706C617965722E746573740D0A546F3A2066767864706979636F696134626A6B694073656174732E746573740D0A5375626A6563743A2052653A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C34653335656163316365376261393430313861633763323740706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C65356336313166323034633333666639666663386339663266653936653736314073656174732E746573743E0D0A5265666572656E6365733A203C67616D652D65312D333661316466666665623839633034374073656174732E746573743E0D0A203C39363832363235633464386331313235643162393566303340706C617965722E746573743E0D0A203C65356336313166323034633333666639666663386339663266653936653736314073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A6E657874207475726E3A20696E636F6D650D0A6E657874207475726E3A20726F6C6C20616C6C0D0A707265737320616C6C3A20476F6F64206C75636B210D0A0D0A66767864706979636F696134626A6B694073656174732E746573742077726F74653A0D0A3E20596F7572206F726465727320776572652063617272696564206F75742E0D0A3E2059312E32202331360D0A3E0D0A3E203D3D20596F7572206C65747465722C206C696E65206279206C696E65203D3D0D0A3E0D0A3E202020312020726F6C6C20343F0D0A3E202020202020646F6E653A20416E6E6120726F6C6C732034203F202B203420626F6E757320646963653A2033207374726169676874732C2034206375727665732C20310D0A3E20202020202073686172652E0D0A3E2020203220206275792077656964656E0D0A3E202020202020646F6E653A20416E6E6120627579732061207368617265206F662057656964656E20457870726573732066726F6D207468652062616E6B2E0D0A3E20202033202042206520650D0A3E202020202020646F6E653A20416E6E61206275696C647320617420656E6420423A206520652E205468617420746F6F6B2032207374726169676874733B2042206E6F770D0A3E202020202020706F696E747320652061742054312067342E0D0A3E202020342020656E640D0A3E202020202020646F6E653A20416E6E6120656E647320746865207475726E2E0D0A3E0D0A3E203D3D205768657265207468652067616D65207374616E6473203D3D0D0A3E0D0A3E204265727420697320746F20706C617920287965617220312C207475726E2032206F662032292C206279205468757273646179203236204E6F76656D62657220323032362C0D0A3E2031383A30302055544320617420746865206C61746573742E0D0A3E0D0A3E203D3D20546865206C696E65203D3D0D0A3E0D0A3E20543120286772617373292C20626F746820656E64730D0A3E2020202020612020622020632020642020652020662020670D0A3E20203120202E20202E20202E20202E20202E20202E20202E2020310D0A3E20203220202E20202E20202E20202E20202E20202E20202E2020320D0A3E20203320202E20202E20202E20202E20202E20202E20202E2020330D0A3E20203420202E20202E203C413EE29480E29480E29480E29480E29480E29480E29480E29480E294803C423E20340D0A3E20203520202E20202E20202E20202E20202E20202E20202E2020350D0A3E20203620202E20202E20202E20202E20202E20202E20202E2020360D0A3E20203720202E20202E20202E20202E20202E20202E20202E2020370D0A3E2020202020612020622020632020642020652020662020670D0A3E0D0A3E20202E2067726173732020203C413E203C423E20776865726520746865206C696E6520676F6573206F6E0D0A3E0D0A3E20413A2054312064342C20706F696E7473207720617420633420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722032206D6F7265207069656365733A2033206F662035206C69652074686572652E0D0A3E2020202053746174696F6E732074686174206669742074686572652C20616E64207468656972207072696365733A2067726173736C616E642073746174696F6E2028C39C626572616C6C0D0A3E202020202020204661687274656E20332F352C2057656964656E204578707265737320332F352C20496E73656C20486F7070657220332F352C204265726720262054616C2D4261686E0D0A3E20202020202020332F35292E0D0A3E20423A2054312066342C20706F696E7473206520617420673420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722032206D6F7265207069656365733A2033206F662035206C69652074686572652E0D0A3E202020204E6F2073746174696F6E2074686572653A205431206734206C6965732061742074686520626F72646572206F66206974732074696C652C207768657265206E6F0D0A3E2020202020202073746174696F6E206D6179207374616E642E0D0A3E204E65772074696C6573207468617420666974206265736964652054313A0D0A3E202020206E3A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C206E772C20776E650D0A3E20202020653A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C2065732C206E65730D0A3E20202020733A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2065732C2073772C206573770D0A3E20202020773A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2073772C206E772C206E73770D0A3E0D0A3E203D3D20546865206C616E647363617065203D3D0D0A3E0D0A3E20202B2D2D2D2D2D2B0D0A3E20207C54312A20207C0D0A3E20207C20202020207C0D0A3E20202B2D2D2D2D2D2B0D0A3E0D0A3E20202A2074696C6573206265696E67206275696C74206F6E0D0A3E0D0A3E20536D616C6C2074696C6573206C65667420283334293A2067726173736C616E6420382C206C616B6520382C206D6F756E7461696E73206F6E2074776F20736964657320392C0D0A3E206D6F756E7461696E73206F6E20746872656520736964657320390D0A3E0D0A3E203D3D20436F6D70616E696573203D3D0D0A3E0D0A3E20536861726573202020202020202020202020206469726563746F722020416E6E61202042657274202062616E6B0D0A3E2045204569736265726720546F757273202020202D2020202020202020202020202D20202020202D2020202031300D0A3E20C39C20C39C626572616C6C204661687274656E20202D2020202020202020202020202D20202020202D2020202031300D0A3E20572057656964656E20457870726573732020202D2020202020202020202020203120202020202D2020202020390D0A3E204920496E73656C20486F7070657220202020202D2020202020202020202020202D20202020202D2020202031300D0A3E2042204265726720262054616C2D4261686E20202D2020202020202020202020202D20202020202D2020202031300D0A3E0D0A3E2053746174696F6E73206C6566742020202020206D6F756E7461696E20206C616B65202020202067726173736C616E6420206275696C742020636861696E0D0A3E2045204569736265726720546F75727320202020327833203278352020203278332032783520202D20202020202020202020202020202D2020202020202D0D0A3E20C39C20C39C626572616C6C204661687274656E2020317833203178352020203178332031783520203378332031783520202020202020202D2020202020202D0D0A3E20572057656964656E20457870726573732020202D2020202020202020202D20202020202020203578332033783520202020202020202D2020202020202D0D0A3E204920496E73656C20486F7070657220202020202D2020202020202020203378332032783520203378332032783520202020202020202D2020202020202D0D0A3E2042204265726720262054616C2D4261686E2020337833203278352020202D20202020202020203378332032783520202020202020202D2020202020202D0D0A3E0D0A3E203278333A2074776F2073746174696F6E7320666F722033206469636520656163682E20636861696E3A2074696C657320696E20746865206C6F6E6765737420636861696E2C0D0A3E2065616368206272696E67696E6720312C3030302070617373656E67657273206120796561722E0D0A3E0D0A3E203D3D20506C6179657273203D3D0D0A3E0D0A3E20506C617965727320202020202020206469726563747320206275696C7420207374726169676874202063757276652020736861726520203F2020696E20616C6C0D0A3E20416E6E6120287374617274732920202D2020202020202020202020202D20202020202020202031202020202020342020202020202D20202D20202020202020350D0A3E204265727420202020202020202020202D2020202020202020202020202D2020202020202020202D2020202020202D2020202020202D20203420202020202020340D0A3E0D0A3E20496E207468652062616E6B3A20323820646963652E204F6E2074686520626F61726420617320747261636B3A20332E0D0A3E0D0A3E203D3D20466F7220796F75722065796573206F6E6C79203D3D0D0A3E0D0A3E20426568696E6420796F75722073637265656E3A203020646963652C20302070617373656E676572732E0D0A3E20496E2066726F6E74206F662069742C20666F722065766572796F6E6520746F207365653A20312073747261696768742C2034206375727665732E0D0A3E0D0A3E205768697473756E2C205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573742F67616D65732F65310D0A','done',0,'Your orders were carried out.',1,0,'x2wquo5jvg');
INSERT INTO "letter" VALUES(3,'<8a7854eeb32f310ed3d53612@player.test>','3vczhgpkvu5kzdbc','bert@player.test','7e88eeccf4120dbf56359feba8bcddb24cc88670d6e88c75a57111589dab2faa',1795420800000,X'46726F6D3A206265727440706C617965722E746573740D0A546F3A203376637A6867706B7675356B7A6462634073656174732E746573740D0A5375626A6563743A2052653A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C38613738353465656233326633313065643364353336313240706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C32663735396239373732323865303864323937353735306461363839353931634073656174732E746573743E0D0A5265666572656E6365733A203C67616D652D65312D333661316466666665623839633034374073656174732E746573743E0D0A203C32663735396239373732323865303864323937353735306461363839353931634073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A726F6C6C20343F0D0A646973707574653A20416E6E6120666F72676F742068657220696E636F6D652C20616E64207468652073657276657220646964206E6F742074656C6C206865722E0D0A0D0A3376637A6867706B7675356B7A6462634073656174732E746573742077726F74653A0D0A3E20416E6E612077726974657320746F20616C6C3A0D0A3E0D0A3E20202020476F6F64206C75636B210D0A3E0D0A3E20546F20616E737765722C207265706C7920746F2074686973206D61696C20776974683A0D0A3E0D0A3E20707265737320616E6E613A202E2E2E0D0A3E0D0A3E2041206C6F6E676572207465787420676F6573206F6E20746865206C696E65732062656C6F773A20707574206E6F7468696E6720626568696E642074686520636F6C6F6E2E2049740D0A3E20656E6473207769746820796F7572206C65747465722C206F7220776974682022656E64207072657373222C20616E64206F7264657273206D6179207374616E64206265666F72650D0A3E206F7220626568696E642069742E205769746820226D75746520616E6E612220796F7520617265206E6F74206D61696C65642073756368206D6573736167657320616E790D0A3E206D6F72652E0D0A3E0D0A3E205768697473756E2C205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573742F67616D65732F65312F70726573730D0A','done',0,'Your orders were carried out.',1,1,'3q3p3hxmjs');
INSERT INTO "letter" VALUES(4,'<8016a2043f77272b1e0dbf33@player.test>','zntqr4xvfaw2abht','mona@player.test','996a095072e377581668c545b7ae19d8dff10e32e88a61bdd978ef3f7d4aa89b',1795460700000,X'46726F6D3A206D6F6E6140706C617965722E746573740D0A546F3A207A6E74717234787666617732616268744073656174732E746573740D0A5375626A6563743A2052653A204469737075746520313A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C38303136613230343366373732373262316530646266333340706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C62353163313635616361616362376331316661313731313664643262326232624073656174732E746573743E0D0A5265666572656E6365733A203C62353163313635616361616362376331316661313731313664643262326232624073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A61736B20313A204973207468617420736F2C20416E6E613F0D0A0D0A7A6E74717234787666617732616268744073656174732E746573742077726F74653A0D0A3E204265727420646973707574657320776861742077617320706C617965642061742023313620696E206531205768697473756E2E0D0A3E205468652067616D652069732068656C6420756E74696C20746865726520697320612072756C696E672E0D0A3E0D0A3E20202020416E6E6120666F72676F742068657220696E636F6D652C20616E64207468652073657276657220646964206E6F742074656C6C206865722E0D0A3E0D0A3E204966206E6F626F64792072756C6573206F6E206974206279204D6F6E646179203720446563656D62657220323032362C2030383A3030205554432C2077686174207761730D0A3E20706C61796564207374616E64732C20616E6420612067616D652074686174206973206F6E20686F6C6420666F7220697420636F6E74696E7565732E0D0A3E0D0A3E20416E7377657220226469737075746520312220746F2062652073686F776E2069742C202261736B20313A202E2E2E2220746F2061736B2074686520706C61796572730D0A3E20736F6D657468696E672C20616E6420746F2072756C653A202272756C652031207570686F6C642046522D33313A202E2E2E222C202272756C65203120726F6C6C6261636B2031330D0A3E2046522D33313A202E2E2E22206F72202272756C65203120616D656E642067697665202E2E2E2046522D33313A202E2E2E222C2077697468207468652072756C6520746861740D0A3E206465636964657320697420616E64207768792E0D0A3E0D0A3E20546F206578616D696E652069742068747470733A2F2F67616D65732E746573742F6D6F6465726174652F64697370757465732F310D0A3E0D0A3E205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573740D0A','done',0,'Nothing was done yet. This is what would be done; reply `confirm` to do it.',NULL,NULL,'bbd2veherd');
INSERT INTO "letter" VALUES(5,'<94d8a8840ed351df8be11936@player.test>','zntqr4xvfaw2abht','mona@player.test','008a616e1bf29df9c48c0b43b96802b5497aad2ee999a907657bece88f52e9e0',1795461000000,X'46726F6D3A206D6F6E6140706C617965722E746573740D0A546F3A207A6E74717234787666617732616268744073656174732E746573740D0A5375626A6563743A2052653A20596F757220706C616365206174205261696C726F61642044696365206279206D61696C0D0A4D6573736167652D49443A203C39346438613838343065643335316466386265313139333640706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C31333334663138326636323332313736316663393938336235326534373061384073656174732E746573743E0D0A5265666572656E6365733A203C38303136613230343366373732373262316530646266333340706C617965722E746573743E0D0A203C31333334663138326636323332313736316663393938336235326534373061384073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A636F6E6669726D0D0A0D0A7A6E74717234787666617732616268744073656174732E746573742077726F74653A0D0A3E204E6F7468696E672077617320646F6E65207965742E2054686973206973207768617420776F756C6420626520646F6E653B207265706C792060636F6E6669726D6020746F20646F0D0A3E2069742E0D0A3E0D0A3E20546F20636F6E6669726D2C207265706C7920746F207468697320656D61696C2E20496620796F752077726974652061206E6577206F6E6520696E73746561642C2073656E640D0A3E20746865206C696E652062656C6F772C20776974682069747320636F64652E20497420776F726B73206F6E63652C2077697468696E203720646179732E0D0A3E0D0A3E20636F6E6669726D2038374E3920394B34430D0A3E0D0A3E20496620796F75206469646E27742061736B20666F7220746869732C20646F6E277420636F6E6669726D2069743A20736F6D656F6E6520656C7365206B6E6F7773207468650D0A3E2061646472657373207468617420796F7520777269746520746F2E206072656E657720616464726573736020676976657320796F752061206E6577206F6E652E0D0A3E0D0A3E203D3D20596F7572206C65747465722C206C696E65206279206C696E65203D3D0D0A3E0D0A3E20202031202061736B20313A204973207468617420736F2C20416E6E613F0D0A3E202020202020756E64657273746F6F643A204576657279626F64792077686F20706C61797320696E206531206973206D61696C656420796F7572207175657374696F6E2E0D0A3E0D0A3E205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573740D0A','done',0,'All of it is done.',NULL,NULL,'ogxjzk4x6x');
INSERT INTO "letter" VALUES(6,'<9b3bd99c3cedc420c4fa03f3@player.test>','fvxdpiycoia4bjki','anna@player.test','b66b74bf40a60aac2cda580815bb7ab162cf23e768a47a9867f3cc406ee436ec',1795464000000,X'46726F6D3A20616E6E6140706C617965722E746573740D0A546F3A2066767864706979636F696134626A6B694073656174732E746573740D0A5375626A6563743A2052653A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C39623362643939633363656463343230633466613033663340706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C63626566353435663532623162656537313837646533656334353461306361374073656174732E746573743E0D0A5265666572656E6365733A203C67616D652D65312D333661316466666665623839633034374073656174732E746573743E0D0A203C63626566353435663532623162656537313837646533656334353461306361374073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A73746174656D656E743A20492064696420666F726765742069742E0D0A0D0A66767864706979636F696134626A6B694073656174732E746573742077726F74653A0D0A3E20546865206D6F64657261746F72204D6F6E612061736B732061626F7574206469737075746520313A0D0A3E0D0A3E202020204973207468617420736F2C20416E6E613F0D0A3E0D0A3E20496620796F75206861766520736F6D657468696E6720746F207361792061626F75742069742C20616E73776572202273746174656D656E7420313A202E2E2E222E205468650D0A3E20706C617965727320616E6420746865206D6F64657261746F72732072656164206974206174206F6E63652C20616E64206576657279626F6479207768656E207468650D0A3E206469737075746520697320636C6F7365642E0D0A3E0D0A3E205768697473756E2C205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573742F67616D65732F65312F64697370757465732F310D0A','done',0,'Your orders were carried out.',1,0,'345vpcly73');
INSERT INTO "letter" VALUES(7,'<700058a91d20c772224592d5@player.test>','zntqr4xvfaw2abht','mona@player.test','26c04a16f76ffb28646899d234bda2ccea5d076406dadf9c03f201d025c2fe4a',1795546800000,X'46726F6D3A206D6F6E6140706C617965722E746573740D0A546F3A207A6E74717234787666617732616268744073656174732E746573740D0A5375626A6563743A2052653A204469737075746520313A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C37303030353861393164323063373732323234353932643540706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C31316434663364376637653935653963326431623237633264363238396438344073656174732E746573743E0D0A5265666572656E6365733A203C31316434663364376637653935653963326431623237633264363238396438344073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A2071756F7465642D7072696E7461626C650D0A4D494D452D56657273696F6E3A20312E300D0A0D0A72756C65203120616D656E64206769766520616E6E6120312068696464656E2046522D31313A20416E6E612067657473207468652064696520746861742073686520666F72676F742E204E65783D0D0A742074696D6520746865207265706F72742074656C6C732E0D0A0D0A7A6E74717234787666617732616268744073656174732E746573742077726F74653A0D0A3E2044697370757465203120696E206531205768697473756E206861732077616974656420323420686F75727320666F7220612072756C696E672E0D0A3E0D0A3E20202020416E6E6120666F72676F742068657220696E636F6D652C20616E64207468652073657276657220646964206E6F742074656C6C206865722E0D0A3E0D0A3E204966206E6F626F64792072756C6573206F6E206974206279204D6F6E646179203720446563656D62657220323032362C2030383A3030205554432C2077686174207761730D0A3E20706C61796564207374616E64732C20616E6420612067616D652074686174206973206F6E20686F6C6420666F7220697420636F6E74696E7565732E0D0A3E0D0A3E20416E7377657220226469737075746520312220746F2062652073686F776E2069742C202261736B20313A202E2E2E2220746F2061736B2074686520706C61796572730D0A3E20736F6D657468696E672C20616E6420746F2072756C653A202272756C652031207570686F6C642046522D33313A202E2E2E222C202272756C65203120726F6C6C6261636B2031330D0A3E2046522D33313A202E2E2E22206F72202272756C65203120616D656E642067697665202E2E2E2046522D33313A202E2E2E222C2077697468207468652072756C6520746861740D0A3E206465636964657320697420616E64207768792E0D0A3E0D0A3E20546F206578616D696E652069742068747470733A2F2F67616D65732E746573742F6D6F6465726174652F64697370757465732F310D0A3E0D0A3E205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573740D0A','done',0,'Nothing was done yet. This is what would be done; reply `confirm` to do it.',NULL,NULL,'t25z4y5efy');
INSERT INTO "letter" VALUES(8,'<c24d3d9410feb1c69f5c11c8@player.test>','zntqr4xvfaw2abht','mona@player.test','c72fcac02833db67907029885589b0d2d1ee4dd261d1ccd2f9772049239dc762',1795547100000,X'46726F6D3A206D6F6E6140706C617965722E746573740D0A546F3A207A6E74717234787666617732616268744073656174732E746573740D0A5375626A6563743A2052653A20596F757220706C616365206174205261696C726F61642044696365206279206D61696C0D0A4D6573736167652D49443A203C63323464336439343130666562316336396635633131633840706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C32376663363830306263623861343663646562323330393761633762323266374073656174732E746573743E0D0A5265666572656E6365733A203C37303030353861393164323063373732323234353932643540706C617965722E746573743E0D0A203C32376663363830306263623861343663646562323330393761633762323266374073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A636F6E6669726D0D0A0D0A7A6E74717234787666617732616268744073656174732E746573742077726F74653A0D0A3E204E6F7468696E672077617320646F6E65207965742E2054686973206973207768617420776F756C6420626520646F6E653B207265706C792060636F6E6669726D6020746F20646F0D0A3E2069742E0D0A3E0D0A3E20546F20636F6E6669726D2C207265706C7920746F207468697320656D61696C2E20496620796F752077726974652061206E6577206F6E6520696E73746561642C2073656E640D0A3E20746865206C696E652062656C6F772C20776974682069747320636F64652E20497420776F726B73206F6E63652C2077697468696E203720646179732E0D0A3E0D0A3E20636F6E6669726D2039464D5720434437570D0A3E0D0A3E20496620796F75206469646E27742061736B20666F7220746869732C20646F6E277420636F6E6669726D2069743A20736F6D656F6E6520656C7365206B6E6F7773207468650D0A3E2061646472657373207468617420796F7520777269746520746F2E206072656E657720616464726573736020676976657320796F752061206E6577206F6E652E0D0A3E0D0A3E203D3D20596F7572206C65747465722C206C696E65206279206C696E65203D3D0D0A3E0D0A3E20202031202072756C65203120616D656E64206769766520616E6E6120312068696464656E2046522D31313A20416E6E6120676574732074686520646965207468E280A60D0A3E202020202020756E64657273746F6F643A2044697370757465203120697320636C6F7365642E2054686520706F736974696F6E20697320636F727265637465642E2046522D31313A0D0A3E202020202020496E636F6D652069732074616B656E206F6E636520696E2061207475726E2C20627574206E6F7420696E2074686520666972737420796561722E20596F75206765740D0A3E202020202020666F7572206469636520626568696E6420796F75722073637265656E2E20496620796F757220636F6D70616E6965732068617665206275696C74206D6F72650D0A3E2020202020207468616E20666F75722073746174696F6E7320746F6765746865722C20796F7520676574206173206D616E792064696365206173207468657920686176650D0A3E2020202020206275696C742E20496620796F75206C6F737420796F7572206C617374206469726563746F72736869702061742074686520656E64206F66206C61737420796561720D0A3E202020202020616E6420617265206469726563746F72206F66206E6F7468696E67206E6F772C20796F752067657420666F757220646963652073686F77696E6720223F2220696E0D0A3E20202020202066726F6E74206F6620796F75722073637265656E20696E73746561642E20436F7272656374696F6E3A20416E6E6120676574732031206469652066726F6D207468650D0A3E20202020202062616E6B2C20626568696E64207468652073637265656E2E205468652067616D6520676F6573206F6E2E0D0A3E0D0A3E205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573740D0A','done',0,'All of it is done.',NULL,NULL,'s2i2smqbm3');
INSERT INTO "letter" VALUES(9,'<c0fc058d4a6465f0bfcb0f45@player.test>','3vczhgpkvu5kzdbc','bert@player.test','4642b2c058ceec3665c7efd9a6d7210fa4438b5f01e7581843261f62f1f8e44d',1795550400000,X'46726F6D3A206265727440706C617965722E746573740D0A546F3A203376637A6867706B7675356B7A6462634073656174732E746573740D0A5375626A6563743A2052653A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C63306663303538643461363436356630626663623066343540706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C30303333396164363761353339373463616532636637613334313233613561634073656174732E746573743E0D0A5265666572656E6365733A203C67616D652D65312D333661316466666665623839633034374073656174732E746573743E0D0A203C30303333396164363761353339373463616532636637613334313233613561634073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A6275792077656964656E0D0A656E642064697363617264206320630D0A0D0A3376637A6867706B7675356B7A6462634073656174732E746573742077726F74653A0D0A3E204469737075746520312069732072756C656420627920746865206D6F64657261746F72204D6F6E613A2054686520706F736974696F6E20697320636F727265637465642E0D0A3E2059312E32202332320D0A3E0D0A3E203D3D205468652072756C65203D3D0D0A3E0D0A3E2046522D31313A20496E636F6D652069732074616B656E206F6E636520696E2061207475726E2C20627574206E6F7420696E2074686520666972737420796561722E20596F750D0A3E2067657420666F7572206469636520626568696E6420796F75722073637265656E2E20496620796F757220636F6D70616E6965732068617665206275696C74206D6F7265207468616E0D0A3E20666F75722073746174696F6E7320746F6765746865722C20796F7520676574206173206D616E79206469636520617320746865792068617665206275696C742E20496620796F750D0A3E206C6F737420796F7572206C617374206469726563746F72736869702061742074686520656E64206F66206C617374207965617220616E6420617265206469726563746F72206F660D0A3E206E6F7468696E67206E6F772C20796F752067657420666F757220646963652073686F77696E6720223F2220696E2066726F6E74206F6620796F75722073637265656E0D0A3E20696E73746561642E0D0A3E0D0A3E203D3D205468652072756C696E67203D3D0D0A3E0D0A3E20202020416E6E612067657473207468652064696520746861742073686520666F72676F742E204E6578742074696D6520746865207265706F72742074656C6C732E0D0A3E0D0A3E2054686520646973707574652068747470733A2F2F67616D65732E746573742F67616D65732F65312F64697370757465732F310D0A3E0D0A3E20497420697320796F7572207475726E20287965617220312C207475726E2032206F662032292E20546865206C6174657374206461746520666F7220796F7572206F72646572730D0A3E206973205361747572646179203238204E6F76656D62657220323032362C2030353A3035205554432E0D0A3E0D0A3E203D3D204E6F7469636573203D3D0D0A3E0D0A3E202D20446973707574652031207761732072756C656420627920746865206D6F64657261746F72204D6F6E6120756E6465722046522D31313A2074686520706F736974696F6E2069730D0A3E202020636F727265637465642E20416E6E612067657473207468652064696520746861742073686520666F72676F742E204E6578742074696D6520746865207265706F72740D0A3E20202074656C6C732E0D0A3E202D205468652067616D6520676F6573206F6E2C206173206E6F7468696E6720697320646973707574656420616E79206D6F72653B20746865206C6174657374206461746520666F720D0A3E20202042657274206973205361747572646179203238204E6F76656D62657220323032362C2030353A3035205554432E0D0A3E0D0A3E203D3D20576861742068617070656E6564203D3D0D0A3E0D0A3E202D20436F7272656374696F6E3A20416E6E6120676574732031206469652066726F6D207468652062616E6B2C20626568696E64207468652073637265656E2E0D0A3E0D0A3E203D3D20546865206C696E65203D3D0D0A3E0D0A3E20543120286772617373292C20626F746820656E64730D0A3E2020202020612020622020632020642020652020662020670D0A3E20203120202E20202E20202E20202E20202E20202E20202E2020310D0A3E20203220202E20202E20202E20202E20202E20202E20202E2020320D0A3E20203320202E20202E20202E20202E20202E20202E20202E2020330D0A3E20203420202E20202E203C413EE29480E29480E29480E29480E29480E29480E29480E29480E294803C423E20340D0A3E20203520202E20202E20202E20202E20202E20202E20202E2020350D0A3E20203620202E20202E20202E20202E20202E20202E20202E2020360D0A3E20203720202E20202E20202E20202E20202E20202E20202E2020370D0A3E2020202020612020622020632020642020652020662020670D0A3E0D0A3E20202E2067726173732020203C413E203C423E20776865726520746865206C696E6520676F6573206F6E0D0A3E0D0A3E20413A2054312064342C20706F696E7473207720617420633420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722032206D6F7265207069656365733A2033206F662035206C69652074686572652E0D0A3E2020202053746174696F6E732074686174206669742074686572652C20616E64207468656972207072696365733A2067726173736C616E642073746174696F6E2028C39C626572616C6C0D0A3E202020202020204661687274656E20332F352C2057656964656E204578707265737320332F352C20496E73656C20486F7070657220332F352C204265726720262054616C2D4261686E0D0A3E20202020202020332F35292E0D0A3E20423A2054312066342C20706F696E7473206520617420673420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722032206D6F7265207069656365733A2033206F662035206C69652074686572652E0D0A3E202020204E6F2073746174696F6E2074686572653A205431206734206C6965732061742074686520626F72646572206F66206974732074696C652C207768657265206E6F0D0A3E2020202020202073746174696F6E206D6179207374616E642E0D0A3E204E65772074696C6573207468617420666974206265736964652054313A0D0A3E202020206E3A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C206E772C20776E650D0A3E20202020653A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C2065732C206E65730D0A3E20202020733A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2065732C2073772C206573770D0A3E20202020773A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2073772C206E772C206E73770D0A3E0D0A3E203D3D20546865206C616E647363617065203D3D0D0A3E0D0A3E20202B2D2D2D2D2D2B0D0A3E20207C54312A20207C0D0A3E20207C20202020207C0D0A3E20202B2D2D2D2D2D2B0D0A3E0D0A3E20202A2074696C6573206265696E67206275696C74206F6E0D0A3E0D0A3E20536D616C6C2074696C6573206C65667420283334293A2067726173736C616E6420382C206C616B6520382C206D6F756E7461696E73206F6E2074776F20736964657320392C0D0A3E206D6F756E7461696E73206F6E20746872656520736964657320390D0A3E0D0A3E203D3D20436F6D70616E696573203D3D0D0A3E0D0A3E20536861726573202020202020202020202020206469726563746F722020416E6E61202042657274202062616E6B0D0A3E2045204569736265726720546F757273202020202D2020202020202020202020202D20202020202D2020202031300D0A3E20C39C20C39C626572616C6C204661687274656E20202D2020202020202020202020202D20202020202D2020202031300D0A3E20572057656964656E20457870726573732020202D2020202020202020202020203120202020202D2020202020390D0A3E204920496E73656C20486F7070657220202020202D2020202020202020202020202D20202020202D2020202031300D0A3E2042204265726720262054616C2D4261686E20202D2020202020202020202020202D20202020202D2020202031300D0A3E0D0A3E2053746174696F6E73206C6566742020202020206D6F756E7461696E20206C616B65202020202067726173736C616E6420206275696C742020636861696E0D0A3E2045204569736265726720546F75727320202020327833203278352020203278332032783520202D20202020202020202020202020202D2020202020202D0D0A3E20C39C20C39C626572616C6C204661687274656E2020317833203178352020203178332031783520203378332031783520202020202020202D2020202020202D0D0A3E20572057656964656E20457870726573732020202D2020202020202020202D20202020202020203578332033783520202020202020202D2020202020202D0D0A3E204920496E73656C20486F7070657220202020202D2020202020202020203378332032783520203378332032783520202020202020202D2020202020202D0D0A3E2042204265726720262054616C2D4261686E2020337833203278352020202D20202020202020203378332032783520202020202020202D2020202020202D0D0A3E0D0A3E203278333A2074776F2073746174696F6E7320666F722033206469636520656163682E20636861696E3A2074696C657320696E20746865206C6F6E6765737420636861696E2C0D0A3E2065616368206272696E67696E6720312C3030302070617373656E67657273206120796561722E0D0A3E0D0A3E203D3D20506C6179657273203D3D0D0A3E0D0A3E20506C617965727320202020202020206469726563747320206275696C7420207374726169676874202063757276652020736861726520203F2020696E20616C6C0D0A3E20416E6E6120287374617274732920202D2020202020202020202020202D20202020202020202031202020202020342020202020202D20202D20202020202020350D0A3E204265727420202020202020202020202D2020202020202020202020202D20202020202020202032202020202020342020202020203120203120202020202020380D0A3E0D0A3E20496E207468652062616E6B3A20323320646963652E204F6E2074686520626F61726420617320747261636B3A20332E0D0A3E0D0A3E203D3D20466F7220796F75722065796573206F6E6C79203D3D0D0A3E0D0A3E20426568696E6420796F75722073637265656E3A203020646963652C20302070617373656E676572732E0D0A3E20496E2066726F6E74206F662069742C20666F722065766572796F6E6520746F207365653A2032207374726169676874732C2034206375727665732C20312073686172652C20310D0A3E203F2E0D0A3E0D0A3E20596F75206D61792073656E6420616E79206F66207468657365206C696E6573206173206974207374616E64733B207768617420666F6C6C6F7773202320697320610D0A3E2072656D61726B3A0D0A3E0D0A3E20627579206569736265726720202020202020202320612073686172652066726F6D207468652062616E6B2C20666F722061207368617265206469650D0A3E20627579207565626572616C6C202020202020202320612073686172652066726F6D207468652062616E6B2C20666F722061207368617265206469650D0A3E206275792077656964656E2020202020202020202320612073686172652066726F6D207468652062616E6B2C20666F722061207368617265206469650D0A3E2062757920696E73656C202020202020202020202320612073686172652066726F6D207468652062616E6B2C20666F722061207368617265206469650D0A3E20627579206265726774616C20202020202020202320612073686172652066726F6D207468652062616E6B2C20666F722061207368617265206469650D0A3E20412077202020202020202020202020202020202320612073747261696768740D0A3E20412073202020202020202020202020202020202320612063757276650D0A3E2041206E202020202020202020202020202020202320612063757276650D0A3E2042206E202020202020202020202020202020202320612063757276650D0A3E20422073202020202020202020202020202020202320612063757276650D0A3E20656E64206469736361726420732063206320202320666976652064696365206D617920737461793B206F722067697665206261636B206F74686572730D0A3E0D0A3E20547261636B3A2065616368206C6574746572206973206F6E6520706965636520616E64207361797320776865726520746865206C696E6520706F696E74732061667465722069742C0D0A3E206E2C20652C2073206F7220772C20736F207468652073616D652077617920616761696E206973206120737472616967687420616E642061207475726E20697320612063757276652E0D0A3E2041203F20626568696E642061206C657474657220757365732061203F20666F7220746861742070696563652E205772697465206D6F7265206C65747465727320746F206C61790D0A3E206D6F7265207069656365732C20616E6420226F6E746F22207769746820612074696C6520776865726520746865206C696E6520676F6573206F7665722074686520656467652E0D0A3E0D0A3E205768617420697320746F2062652070616964206973207061696420776974682068696464656E20646963652066697273742C207468656E2077697468203F3B2061646420666F720D0A3E206578616D706C65202270617920326820313F2220746F20616E206F7264657220746F2063686F6F73652E0D0A3E0D0A3E204C617267652074696C657320617265206E616D65642061732074686579206C69653A2061206D6F756E7461696E2074696C6520627920697473206D6F756E7461696E0D0A3E2073696465732C2061206C616B6520627920776865726520746865206E6F727468206F662074686973207069637475726520706F696E747320286C616B652F653A2065617374292E0D0A3E0D0A3E206C616B6520202020202020202020202020206E6520202020202020202020202020202020776E650D0A3E202E202E202E202E202E202E202E20202020202E205E205E205E205E205E205E20202020205E205E205E205E205E205E205E0D0A3E202E202E202E207E207E202E202E20202020202E205E205E205E205E205E205E20202020205E205E205E205E205E205E205E0D0A3E202E202E207E207E207E207E202E20202020202E202E205E205E205E205E205E20202020205E205E205E205E205E205E205E0D0A3E202E207E207E207E207E202E202E20202020202E202E202E205E205E205E205E20202020205E205E205E202E205E205E205E0D0A3E202E207E207E207E202E202E202E20202020202E202E202E202E205E205E205E20202020205E205E202E202E202E205E205E0D0A3E202E202E207E207E202E202E202E20202020202E202E202E202E202E205E205E20202020205E205E202E202E202E205E205E0D0A3E202E202E202E202E202E202E202E20202020202E202E202E202E202E202E202E20202020202E202E202E202E202E202E202E0D0A3E0D0A3E20596F75206D6967687420616E737765723A0D0A3E0D0A3E2062757920656973626572670D0A3E204120770D0A3E0D0A3E204A757374207265706C7920746F2074686973206D61696C2C20796F7572206F7264657273206F6E20746F702C206F6E65206F6E2061206C696E652E20576974682022636865636B220D0A3E20617320746865206669727374206C696E65206E6F7468696E6720697320646F6E6520616E6420796F752061726520746F6C64207768617420776F756C642068617070656E2E0D0A3E2022756E646F2220616E64202272657374617274222074616B65206261636B2077686174206E6F20726F6C6C20686173206D6164652066696E616C2E202268656C70220D0A3E206578706C61696E7320616C6C206F72646572732E0D0A3E0D0A3E205768697473756E2C205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573742F67616D65732F65310D0A','done',0,'Your orders were carried out.',1,1,'fzq64sdzgk');
INSERT INTO "letter" VALUES(10,'<cf0dc89011350d71b55b656b@player.test>','fvxdpiycoia4bjki','anna@player.test','bd3a5ae8bfd0ec9747495b72b4a12e9d73e10f35f799ac3c043c1d252920c5d1',1795552200000,X'46726F6D3A20616E6E6140706C617965722E746573740D0A546F3A2066767864706979636F696134626A6B694073656174732E746573740D0A5375626A6563743A2052653A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C63663064633839303131333530643731623535623635366240706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C37373832343965333637663332323663373966333562663661303465646431644073656174732E746573743E0D0A5265666572656E6365733A203C67616D652D65312D333661316466666665623839633034374073656174732E746573743E0D0A203C37373832343965333637663332323663373966333562663661303465646431644073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A646973707574653A2049206E6576657220676F742074686174206469652E0D0A0D0A66767864706979636F696134626A6B694073656174732E746573742077726F74653A0D0A3E205965617220312068617320656E6465642E0D0A3E204265727420697320746F20706C617920287965617220322C207475726E2031206F662032292C206279205361747572646179203238204E6F76656D62657220323032362C0D0A3E2032303A30302055544320617420746865206C61746573742E0D0A3E2059322E31202333300D0A3E0D0A3E203D3D20576861742068617070656E6564203D3D0D0A3E0D0A3E202D204265727420726F6C6C732034203F202B203420626F6E757320646963653A2032207374726169676874732C2034206375727665732C20312073686172652C2031203F2E0D0A3E202D20436F7272656374696F6E3A20416E6E6120676574732031206469652066726F6D207468652062616E6B2C20626568696E64207468652073637265656E2E0D0A3E202D204265727420627579732061207368617265206F662057656964656E20457870726573732066726F6D207468652062616E6B2E0D0A3E202D2042657274206769766573206261636B20322063757276657320616E6420656E647320746865207475726E2E0D0A3E0D0A3E202D204469726563746F72733A2057656964656E204578707265737320416E6E612E0D0A3E202D2059656172203220626567696E732077697468204265727420617320737461727420706C617965722E0D0A3E0D0A3E203D3D20546865206C696E65203D3D0D0A3E0D0A3E20543120286772617373292C20626F746820656E64730D0A3E2020202020612020622020632020642020652020662020670D0A3E20203120202E20202E20202E20202E20202E20202E20202E2020310D0A3E20203220202E20202E20202E20202E20202E20202E20202E2020320D0A3E20203320202E20202E20202E20202E20202E20202E20202E2020330D0A3E20203420202E20202E203C413EE29480E29480E29480E29480E29480E29480E29480E29480E294803C423E20340D0A3E20203520202E20202E20202E20202E20202E20202E20202E2020350D0A3E20203620202E20202E20202E20202E20202E20202E20202E2020360D0A3E20203720202E20202E20202E20202E20202E20202E20202E2020370D0A3E2020202020612020622020632020642020652020662020670D0A3E0D0A3E20202E2067726173732020203C413E203C423E20776865726520746865206C696E6520676F6573206F6E0D0A3E0D0A3E20413A2054312064342C20706F696E7473207720617420633420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722032206D6F7265207069656365733A2033206F662035206C69652074686572652E0D0A3E2020202053746174696F6E732074686174206669742074686572652C20616E64207468656972207072696365733A2067726173736C616E642073746174696F6E2028C39C626572616C6C0D0A3E202020202020204661687274656E20332F352C2057656964656E204578707265737320332F352C20496E73656C20486F7070657220332F352C204265726720262054616C2D4261686E0D0A3E20202020202020332F35292E0D0A3E20423A2054312066342C20706F696E7473206520617420673420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722032206D6F7265207069656365733A2033206F662035206C69652074686572652E0D0A3E202020204E6F2073746174696F6E2074686572653A205431206734206C6965732061742074686520626F72646572206F66206974732074696C652C207768657265206E6F0D0A3E2020202020202073746174696F6E206D6179207374616E642E0D0A3E204E65772074696C6573207468617420666974206265736964652054313A0D0A3E202020206E3A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C206E772C20776E650D0A3E20202020653A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C2065732C206E65730D0A3E20202020733A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2065732C2073772C206573770D0A3E20202020773A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2073772C206E772C206E73770D0A3E0D0A3E203D3D20546865206C616E647363617065203D3D0D0A3E0D0A3E20202B2D2D2D2D2D2B0D0A3E20207C54312A20207C0D0A3E20207C20202020207C0D0A3E20202B2D2D2D2D2D2B0D0A3E0D0A3E20202A2074696C6573206265696E67206275696C74206F6E0D0A3E0D0A3E20536D616C6C2074696C6573206C65667420283334293A2067726173736C616E6420382C206C616B6520382C206D6F756E7461696E73206F6E2074776F20736964657320392C0D0A3E206D6F756E7461696E73206F6E20746872656520736964657320390D0A3E0D0A3E203D3D20436F6D70616E696573203D3D0D0A3E0D0A3E20536861726573202020202020202020202020206469726563746F722020416E6E61202042657274202062616E6B0D0A3E2045204569736265726720546F757273202020202D2020202020202020202020202D20202020202D2020202031300D0A3E20C39C20C39C626572616C6C204661687274656E20202D2020202020202020202020202D20202020202D2020202031300D0A3E20572057656964656E2045787072657373202020416E6E61202020202020202020312020202020312020202020380D0A3E204920496E73656C20486F7070657220202020202D2020202020202020202020202D20202020202D2020202031300D0A3E2042204265726720262054616C2D4261686E20202D2020202020202020202020202D20202020202D2020202031300D0A3E0D0A3E2053746174696F6E73206C6566742020202020206D6F756E7461696E20206C616B65202020202067726173736C616E6420206275696C742020636861696E0D0A3E2045204569736265726720546F75727320202020327833203278352020203278332032783520202D20202020202020202020202020202D2020202020202D0D0A3E20C39C20C39C626572616C6C204661687274656E2020317833203178352020203178332031783520203378332031783520202020202020202D2020202020202D0D0A3E20572057656964656E20457870726573732020202D2020202020202020202D20202020202020203578332033783520202020202020202D2020202020202D0D0A3E204920496E73656C20486F7070657220202020202D2020202020202020203378332032783520203378332032783520202020202020202D2020202020202D0D0A3E2042204265726720262054616C2D4261686E2020337833203278352020202D20202020202020203378332032783520202020202020202D2020202020202D0D0A3E0D0A3E203278333A2074776F2073746174696F6E7320666F722033206469636520656163682E20636861696E3A2074696C657320696E20746865206C6F6E6765737420636861696E2C0D0A3E2065616368206272696E67696E6720312C3030302070617373656E67657273206120796561722E0D0A3E0D0A3E203D3D20506C6179657273203D3D0D0A3E0D0A3E20506C617965727320202020202020206469726563747320206275696C7420207374726169676874202063757276652020736861726520203F2020696E20616C6C0D0A3E20416E6E612020202020202020202020572020202020202020202020202D20202020202020202031202020202020342020202020202D20202D20202020202020350D0A3E204265727420287374617274732920202D2020202020202020202020202D20202020202020202032202020202020322020202020202D20203120202020202020350D0A3E0D0A3E20496E207468652062616E6B3A20323620646963652E204F6E2074686520626F61726420617320747261636B3A20332E0D0A3E0D0A3E203D3D20466F7220796F75722065796573206F6E6C79203D3D0D0A3E0D0A3E20426568696E6420796F75722073637265656E3A2031206469652C20302070617373656E676572732E0D0A3E20496E2066726F6E74206F662069742C20666F722065766572796F6E6520746F207365653A20312073747261696768742C2034206375727665732E0D0A3E0D0A3E20596F7572206F726465727320666F7220796F7572206E657874207475726E3A2074686579206172652063617272696564206F757420617320736F6F6E2061732069740D0A3E20626567696E732E2053656E6420606E657874207475726E3A206E6F7468696E676020746F2074616B65207468656D206261636B3B206F7468657273207265706C6163650D0A3E207468656D2E0D0A3E0D0A3E206E657874207475726E3A20696E636F6D650D0A3E206E657874207475726E3A20726F6C6C20616C6C0D0A3E0D0A3E205768697473756E2C205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573742F67616D65732F65310D0A','done',0,'Your orders were carried out.',1,0,'6zw2efiani');
INSERT INTO "letter" VALUES(11,'<fc0acaf4125b1ef6596bd4be@player.test>','zntqr4xvfaw2abht','mona@player.test','07fe9f2b18c20770ff9b25bcaf8fb74a26b150fb1709d20957dcefd64f5ac3ad',1795554000000,X'46726F6D3A206D6F6E6140706C617965722E746573740D0A546F3A207A6E74717234787666617732616268744073656174732E746573740D0A5375626A6563743A2052653A204469737075746520323A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C66633061636166343132356231656636353936626434626540706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C33333266623433323862613166666635343537303733663761373561643232314073656174732E746573743E0D0A5265666572656E6365733A203C33333266623433323862613166666635343537303733663761373561643232314073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A72756C65203220726F6C6C6261636B203232206E6577206469636520616761696E2046522D31313A20576520626567696E20616E65772E0D0A0D0A7A6E74717234787666617732616268744073656174732E746573742077726F74653A0D0A3E20416E6E6120646973707574657320776861742077617320706C617965642061742023333020696E206531205768697473756E2E0D0A3E205468652067616D652069732068656C6420756E74696C20746865726520697320612072756C696E672E0D0A3E0D0A3E2020202049206E6576657220676F742074686174206469652E0D0A3E0D0A3E204966206E6F626F64792072756C6573206F6E2069742062792054756573646179203820446563656D62657220323032362C2032303A3330205554432C2077686174207761730D0A3E20706C61796564207374616E64732C20616E6420612067616D652074686174206973206F6E20686F6C6420666F7220697420636F6E74696E7565732E0D0A3E0D0A3E20416E7377657220226469737075746520322220746F2062652073686F776E2069742C202261736B20323A202E2E2E2220746F2061736B2074686520706C61796572730D0A3E20736F6D657468696E672C20616E6420746F2072756C653A202272756C652032207570686F6C642046522D33313A202E2E2E222C202272756C65203220726F6C6C6261636B2032350D0A3E2046522D33313A202E2E2E22206F72202272756C65203220616D656E642067697665202E2E2E2046522D33313A202E2E2E222C2077697468207468652072756C6520746861740D0A3E206465636964657320697420616E64207768792E0D0A3E0D0A3E20546F206578616D696E652069742068747470733A2F2F67616D65732E746573742F6D6F6465726174652F64697370757465732F320D0A3E0D0A3E205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573740D0A','done',0,'Nothing was done yet. This is what would be done; reply `confirm` to do it.',NULL,NULL,'adaww6d4m4');
INSERT INTO "letter" VALUES(12,'<8666ce75f75fc5ed01fb9aac@player.test>','zntqr4xvfaw2abht','mona@player.test','07d370475d63af858c4b8dc316deb101397781fdc90ca71d6195e016d3423082',1795554300000,X'46726F6D3A206D6F6E6140706C617965722E746573740D0A546F3A207A6E74717234787666617732616268744073656174732E746573740D0A5375626A6563743A2052653A20596F757220706C616365206174205261696C726F61642044696365206279206D61696C0D0A4D6573736167652D49443A203C38363636636537356637356663356564303166623961616340706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C36316264303064613936383930663936353934316461343463663636336635364073656174732E746573743E0D0A5265666572656E6365733A203C66633061636166343132356231656636353936626434626540706C617965722E746573743E0D0A203C36316264303064613936383930663936353934316461343463663636336635364073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A636F6E6669726D0D0A0D0A7A6E74717234787666617732616268744073656174732E746573742077726F74653A0D0A3E204E6F7468696E672077617320646F6E65207965742E2054686973206973207768617420776F756C6420626520646F6E653B207265706C792060636F6E6669726D6020746F20646F0D0A3E2069742E0D0A3E0D0A3E20546F20636F6E6669726D2C207265706C7920746F207468697320656D61696C2E20496620796F752077726974652061206E6577206F6E6520696E73746561642C2073656E640D0A3E20746865206C696E652062656C6F772C20776974682069747320636F64652E20497420776F726B73206F6E63652C2077697468696E203720646179732E0D0A3E0D0A3E20636F6E6669726D20564E5752203243334A0D0A3E0D0A3E20496620796F75206469646E27742061736B20666F7220746869732C20646F6E277420636F6E6669726D2069743A20736F6D656F6E6520656C7365206B6E6F7773207468650D0A3E2061646472657373207468617420796F7520777269746520746F2E206072656E657720616464726573736020676976657320796F752061206E6577206F6E652E0D0A3E0D0A3E203D3D20596F7572206C65747465722C206C696E65206279206C696E65203D3D0D0A3E0D0A3E20202031202072756C65203220726F6C6C6261636B203232206E6577206469636520616761696E2046522D31313A20576520626567696E20616E65772E0D0A3E202020202020756E64657273746F6F643A2044697370757465203220697320636C6F7365642E205468652067616D6520676F6573206261636B20746F202332322E2046522D31313A0D0A3E202020202020496E636F6D652069732074616B656E206F6E636520696E2061207475726E2C20627574206E6F7420696E2074686520666972737420796561722E20596F75206765740D0A3E202020202020666F7572206469636520626568696E6420796F75722073637265656E2E20496620796F757220636F6D70616E6965732068617665206275696C74206D6F72650D0A3E2020202020207468616E20666F75722073746174696F6E7320746F6765746865722C20796F7520676574206173206D616E792064696365206173207468657920686176650D0A3E2020202020206275696C742E20496620796F75206C6F737420796F7572206C617374206469726563746F72736869702061742074686520656E64206F66206C61737420796561720D0A3E202020202020616E6420617265206469726563746F72206F66206E6F7468696E67206E6F772C20796F752067657420666F757220646963652073686F77696E6720223F2220696E0D0A3E20202020202066726F6E74206F6620796F75722073637265656E20696E73746561642E20653120676F6573206261636B2066726F6D2023333020746F202332322E20576861740D0A3E20202020202077617320706C617965642073696E636520737461797320696E2069747320686973746F72792E2049747320646963652066616C6C20616E65772E2057686174207761730D0A3E20202020202073656E742073696E63652069732063617272696564206F757420616761696E2C20757020746F207468652066697273742074686174206973206E6F74206C6567616C0D0A3E202020202020616E79206D6F72652E205468652067616D6520676F6573206F6E2E0D0A3E0D0A3E205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573740D0A','done',0,'All of it is done.',NULL,NULL,'j4fexjg3bg');
INSERT INTO "letter" VALUES(13,'<ea5de0edcfc36acb253f3894@player.test>','fvxdpiycoia4bjki','anna@player.test','e4260cd3f676ffd98d68950f8b99a02a7680dc809e411291eee7af62482e1e1f',1795633200000,X'46726F6D3A20616E6E6140706C617965722E746573740D0A546F3A2066767864706979636F696134626A6B694073656174732E746573740D0A5375626A6563743A2052653A205B4669727374205261696C732065315D205768697473756E0D0A4D6573736167652D49443A203C65613564653065646366633336616362323533663338393440706C617965722E746573743E0D0A496E2D5265706C792D546F3A203C30303530633663633234616564663036393731626230376334656263646331364073656174732E746573743E0D0A5265666572656E6365733A203C67616D652D65312D333661316466666665623839633034374073656174732E746573743E0D0A203C30303530633663633234616564663036393731626230376334656263646331364073656174732E746573743E0D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A4D494D452D56657273696F6E3A20312E300D0A0D0A707265737320626572743A20536F7272792E0D0A0D0A66767864706979636F696134626A6B694073656174732E746573742077726F74653A0D0A3E204469737075746520322069732072756C656420627920746865206D6F64657261746F72204D6F6E613A205468652067616D6520676F6573206261636B20746F202332322E0D0A3E2059322E31202334320D0A3E0D0A3E203D3D205468652072756C65203D3D0D0A3E0D0A3E2046522D31313A20496E636F6D652069732074616B656E206F6E636520696E2061207475726E2C20627574206E6F7420696E2074686520666972737420796561722E20596F750D0A3E2067657420666F7572206469636520626568696E6420796F75722073637265656E2E20496620796F757220636F6D70616E6965732068617665206275696C74206D6F7265207468616E0D0A3E20666F75722073746174696F6E7320746F6765746865722C20796F7520676574206173206D616E79206469636520617320746865792068617665206275696C742E20496620796F750D0A3E206C6F737420796F7572206C617374206469726563746F72736869702061742074686520656E64206F66206C617374207965617220616E6420617265206469726563746F72206F660D0A3E206E6F7468696E67206E6F772C20796F752067657420666F757220646963652073686F77696E6720223F2220696E2066726F6E74206F6620796F75722073637265656E0D0A3E20696E73746561642E0D0A3E0D0A3E203D3D205468652072756C696E67203D3D0D0A3E0D0A3E20202020576520626567696E20616E65772E0D0A3E0D0A3E2054686520646973707574652068747470733A2F2F67616D65732E746573742F67616D65732F65312F64697370757465732F320D0A3E0D0A3E204F726465727320696E20616E7377657220746F20616E206F6C646572206D61696C20617265206E6F742063617272696564206F7574206174206F6E63653A20796F75206172650D0A3E2073686F776E2077686174207468657920776F756C6420646F206E6F772E0D0A3E0D0A3E203D3D20596F7572207374616E64696E67206F7264657273203D3D0D0A3E0D0A3E20596F752067617665207468657365206F7264657273206F6E2053756E646179203232204E6F76656D62657220323032362C2031383A3330205554432C206174202331362E0D0A3E20546865792077657265206E6F742063617272696564206F75743A207468652067616D65207761732074616B656E206261636B20746F20616E206561726C6965720D0A3E20706F736974696F6E2E2047697665207468656D20616E65772E0D0A3E0D0A3E202020312020696E636F6D652020286E6F742072656163686564290D0A3E202020322020726F6C6C20616C6C2020286E6F742072656163686564290D0A3E0D0A3E204265727420697320746F20706C617920287965617220322C207475726E2031206F662032292C206279205361747572646179203238204E6F76656D62657220323032362C0D0A3E2032313A30352055544320617420746865206C61746573742E0D0A3E0D0A3E203D3D204E6F7469636573203D3D0D0A3E0D0A3E202D20446973707574652032207761732072756C656420627920746865206D6F64657261746F72204D6F6E6120756E6465722046522D31313A207468652067616D6520676F65730D0A3E2020206261636B20746F202332322E20576520626567696E20616E65772E0D0A3E202D2046726F6D2068657265206F6E206F74686572206469636520617265207468726F776E3A2074686F736520746861742077657265207365656E20646F206E6F7420636F6D650D0A3E202020616761696E2E0D0A3E202D20416C6C207468617420686164206265656E20706C617965642061667465722069742077617320706C6179656420616761696E2E0D0A3E202D205468652067616D6520676F6573206F6E2C206173206E6F7468696E6720697320646973707574656420616E79206D6F72653B20746865206C6174657374206461746520666F720D0A3E20202042657274206973205361747572646179203238204E6F76656D62657220323032362C2032313A3035205554432E0D0A3E0D0A3E203D3D20576861742068617070656E6564203D3D0D0A3E0D0A3E202D204265727420627579732061207368617265206F662057656964656E20457870726573732066726F6D207468652062616E6B2E0D0A3E202D2042657274206769766573206261636B20322063757276657320616E6420656E647320746865207475726E2E0D0A3E0D0A3E202D204469726563746F72733A2057656964656E204578707265737320416E6E612E0D0A3E202D2059656172203220626567696E732077697468204265727420617320737461727420706C617965722E0D0A3E0D0A3E203D3D20546865206C696E65203D3D0D0A3E0D0A3E20543120286772617373292C20626F746820656E64730D0A3E2020202020612020622020632020642020652020662020670D0A3E20203120202E20202E20202E20202E20202E20202E20202E2020310D0A3E20203220202E20202E20202E20202E20202E20202E20202E2020320D0A3E20203320202E20202E20202E20202E20202E20202E20202E2020330D0A3E20203420202E20202E203C413EE29480E29480E29480E29480E29480E29480E29480E29480E294803C423E20340D0A3E20203520202E20202E20202E20202E20202E20202E20202E2020350D0A3E20203620202E20202E20202E20202E20202E20202E20202E2020360D0A3E20203720202E20202E20202E20202E20202E20202E20202E2020370D0A3E2020202020612020622020632020642020652020662020670D0A3E0D0A3E20202E2067726173732020203C413E203C423E20776865726520746865206C696E6520676F6573206F6E0D0A3E0D0A3E20413A2054312064342C20706F696E7473207720617420633420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722032206D6F7265207069656365733A2033206F662035206C69652074686572652E0D0A3E2020202053746174696F6E732074686174206669742074686572652C20616E64207468656972207072696365733A2067726173736C616E642073746174696F6E2028C39C626572616C6C0D0A3E202020202020204661687274656E20332F352C2057656964656E204578707265737320332F352C20496E73656C20486F7070657220332F352C204265726720262054616C2D4261686E0D0A3E20202020202020332F35292E0D0A3E20423A2054312066342C20706F696E7473206520617420673420286772617373290D0A3E20202020546865206C696E65206D6179206C656176652054312061667465722032206D6F7265207069656365733A2033206F662035206C69652074686572652E0D0A3E202020204E6F2073746174696F6E2074686572653A205431206734206C6965732061742074686520626F72646572206F66206974732074696C652C207768657265206E6F0D0A3E2020202020202073746174696F6E206D6179207374616E642E0D0A3E204E65772074696C6573207468617420666974206265736964652054313A0D0A3E202020206E3A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C206E772C20776E650D0A3E20202020653A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C206E652C2065732C206E65730D0A3E20202020733A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2065732C2073772C206573770D0A3E20202020773A2067726173732C206C616B652C206C616B652F652C206C616B652F732C206C616B652F772C2073772C206E772C206E73770D0A3E0D0A3E203D3D20546865206C616E647363617065203D3D0D0A3E0D0A3E20202B2D2D2D2D2D2B0D0A3E20207C54312A20207C0D0A3E20207C20202020207C0D0A3E20202B2D2D2D2D2D2B0D0A3E0D0A3E20202A2074696C6573206265696E67206275696C74206F6E0D0A3E0D0A3E20536D616C6C2074696C6573206C65667420283334293A2067726173736C616E6420382C206C616B6520382C206D6F756E7461696E73206F6E2074776F20736964657320392C0D0A3E206D6F756E7461696E73206F6E20746872656520736964657320390D0A3E0D0A3E203D3D20436F6D70616E696573203D3D0D0A3E0D0A3E20536861726573202020202020202020202020206469726563746F722020416E6E61202042657274202062616E6B0D0A3E2045204569736265726720546F757273202020202D2020202020202020202020202D20202020202D2020202031300D0A3E20C39C20C39C626572616C6C204661687274656E20202D2020202020202020202020202D20202020202D2020202031300D0A3E20572057656964656E2045787072657373202020416E6E61202020202020202020312020202020312020202020380D0A3E204920496E73656C20486F7070657220202020202D2020202020202020202020202D20202020202D2020202031300D0A3E2042204265726720262054616C2D4261686E20202D2020202020202020202020202D20202020202D2020202031300D0A3E0D0A3E2053746174696F6E73206C6566742020202020206D6F756E7461696E20206C616B65202020202067726173736C616E6420206275696C742020636861696E0D0A3E2045204569736265726720546F75727320202020327833203278352020203278332032783520202D20202020202020202020202020202D2020202020202D0D0A3E20C39C20C39C626572616C6C204661687274656E2020317833203178352020203178332031783520203378332031783520202020202020202D2020202020202D0D0A3E20572057656964656E20457870726573732020202D2020202020202020202D20202020202020203578332033783520202020202020202D2020202020202D0D0A3E204920496E73656C20486F7070657220202020202D2020202020202020203378332032783520203378332032783520202020202020202D2020202020202D0D0A3E2042204265726720262054616C2D4261686E2020337833203278352020202D20202020202020203378332032783520202020202020202D2020202020202D0D0A3E0D0A3E203278333A2074776F2073746174696F6E7320666F722033206469636520656163682E20636861696E3A2074696C657320696E20746865206C6F6E6765737420636861696E2C0D0A3E2065616368206272696E67696E6720312C3030302070617373656E67657273206120796561722E0D0A3E0D0A3E203D3D20506C6179657273203D3D0D0A3E0D0A3E20506C617965727320202020202020206469726563747320206275696C7420207374726169676874202063757276652020736861726520203F2020696E20616C6C0D0A3E20416E6E612020202020202020202020572020202020202020202020202D20202020202020202031202020202020342020202020202D20202D20202020202020350D0A3E204265727420287374617274732920202D2020202020202020202020202D20202020202020202032202020202020322020202020202D20203120202020202020350D0A3E0D0A3E20496E207468652062616E6B3A20323620646963652E204F6E2074686520626F61726420617320747261636B3A20332E0D0A3E0D0A3E203D3D20466F7220796F75722065796573206F6E6C79203D3D0D0A3E0D0A3E20426568696E6420796F75722073637265656E3A2031206469652C20302070617373656E676572732E0D0A3E20496E2066726F6E74206F662069742C20666F722065766572796F6E6520746F207365653A20312073747261696768742C2034206375727665732E0D0A3E0D0A3E205768697473756E2C205261696C726F61642044696365206279206D61696C0D0A3E2068747470733A2F2F67616D65732E746573742F67616D65732F65310D0A','done',0,'Your orders were carried out.',1,0,'fx24eayxfw');
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
INSERT INTO "mail" VALUES(1,'<788c8610478ebed106295f890ec3d9ec@seats.test>',1,0,1,NULL,'anna@player.test','report','[First Rails e1] Whitsun','It is your turn (year 1, turn 1 of 2). The latest date for your orders
is Thursday 26 November 2026, 17:00 UTC.
Y1.1 #6

== What happened ==

- The game begins: Anna, Bert, with 40 dice.
- Year 1 begins with Anna as start player.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>───<B> .  .  4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 4 more pieces: 1 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 d4, points e at e4 (grass)
   The line may leave T1 after 4 more pieces: 1 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            -     -    10
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         -      -      -  4       4
Bert           -            -         -      -      -  4       4

In the bank: 31 dice. On the board as track: 1.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 4 ?.

You may send any of these lines as it stands; what follows # is a
remark:

roll 4?              # or fewer; the bank adds 4 dice
buy eisberg with ?   # a share from the bank, for a ?
buy ueberall with ?  # a share from the bank, for a ?
buy weiden with ?    # a share from the bank, for a ?
buy insel with ?     # a share from the bank, for a ?
buy bergtal with ?   # a share from the bank, for a ?
A w?                 # a ?
A s?                 # a ?
A n?                 # a ?
B e?                 # a ?
B n?                 # a ?
B s?                 # a ?
end                  # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, and "onto" with a tile where the line goes over the edge.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

Large tiles are named as they lie: a mountain tile by its mountain
sides, a lake by where the north of this picture points (lake/e: east).

lake              ne                wne
. . . . . . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . . ~ ~ . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . ~ ~ ~ ~ .     . . ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. ~ ~ ~ ~ . .     . . . ^ ^ ^ ^     ^ ^ ^ . ^ ^ ^
. ~ ~ ~ . . .     . . . . ^ ^ ^     ^ ^ . . . ^ ^
. . ~ ~ . . .     . . . . . ^ ^     ^ ^ . . . ^ ^
. . . . . . .     . . . . . . .     . . . . . . .

You might answer:

roll 4?

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

All throws follow from a seed that is kept secret until the game is
over. Its SHA-256 is
96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47

Nobody can change the dice once the game has begun, and no player alone
can choose or foresee them: the seed was fixed, and its SHA-256 shown,
before anyone''s words for the dice were known.

This does not prove that the host is honest. Whoever runs the server
knows the seed, so they, or a player they help, can choose the last
words by trying until the dice fall as they like.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',6,1795366800000,'sent',1,1795366800000,'',1795366800000,NULL,1);
INSERT INTO "mail" VALUES(2,'<a0c8a623781b90bdcec1f98a53b60d48@seats.test>',1,1,2,NULL,'bert@player.test','report','[First Rails e1] Whitsun','Anna is to play (year 1, turn 1 of 2), by Thursday 26 November 2026,
17:00 UTC at the latest.
Y1.1 #6

== What happened ==

- The game begins: Anna, Bert, with 40 dice.
- Year 1 begins with Anna as start player.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>───<B> .  .  4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 4 more pieces: 1 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 d4, points e at e4 (grass)
   The line may leave T1 after 4 more pieces: 1 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            -     -    10
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         -      -      -  4       4
Bert           -            -         -      -      -  4       4

In the bank: 31 dice. On the board as track: 1.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 4 ?.

All throws follow from a seed that is kept secret until the game is
over. Its SHA-256 is
96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47

Nobody can change the dice once the game has begun, and no player alone
can choose or foresee them: the seed was fixed, and its SHA-256 shown,
before anyone''s words for the dice were known.

This does not prove that the host is honest. Whoever runs the server
knows the seed, so they, or a player they help, can choose the last
words by trying until the dice fall as they like.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',6,1795366800000,'sent',1,1795366800000,'',1795366800000,NULL,1);
INSERT INTO "mail" VALUES(3,'<00b143180efe63ae2fc11cc2e5838844@seats.test>',2,0,4,NULL,'carl@player.test','report','[Germany e2] Advent','It is your turn (year 1, turn 1 of 2). The latest date for your orders
is Monday 23 November 2026, 17:00 UTC.
Y1.1 #6

== What happened ==

- The game begins: Carl, Bert, with 40 dice.
- Year 1 begins with Carl as start player.

== The line ==

S14, both ends
    a  b  c  d  e  f  g
 1  ^  ^  .  .  .  .  .  1
 2  ^  .  .  .  .  .  ^  2
 3  .  .  . <A> .  .  ^  3
 4  .  .  .  │  .  ^  .  4
 5  . I3 Ü5 <B> .  ^  .  5
 6  r B6m*6m .  .  .  .  6
 7  r  .  m  m  .  m  m  7
    a  b  c  d  e  f  g

 . grass   ^ mountain   r Rhein   m Main   Ü5 Überall Fahrten
 I3 Insel Hopper   B6 Berg & Tal-Bahn   *6 S14 c6: E, W
 <A> <B> where the line goes on

A: S14 d4, points n at d3 (grass)
   The line may leave S14 after 4 more pieces: 1 of 5 lie there.
   Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13
      (wins 2 ?).
B: S14 d4, points s at d5 (grass)
   The line may leave S14 after 4 more pieces: 1 of 5 lie there.
   Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13
      (wins 2 ?).
Free town squares, and the dice that a station takes there now:
   S14: Frankfurt b5 yellow 3, c5 blue 5, b6 red 6 (1 of it for river
      Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden
      Express)

== Germany ==

 +-S1-----------+-S2-----------+-S3-----------+-S4-----------+
 |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |
 +-S5-----------+-S6-----------+-S7-----------+-S8-----------+
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |
 |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |
 |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |
 |          e . |. w w . . . . |b b . . . . . |h . . o       |
 |          e . |. I3W4w . . . |. b b b . . . |h . . o       |
 |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |
 +-S9-----------+-S10----------+-S11----------+-S12----------+
 |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |
 |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |
 |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |
 |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |
 |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |
 |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |
 |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |
 +-S13----------+-S14*---------+-S15----------+-S16----------+
 |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |
 |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |
 |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |
 |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |
 |  ^ ^ ^ l E6. |. I3Ü5<B. ^ . |. . ^ . E6.   |              |
 |  ^ ^ l l r r |r B6*6. . . . |. m m m m     |              |
 |  ()l l . . . |r . m m . m m |m m . . . .   |              |
 +-S17----------+-S18----------+-S19----------+-S20----------+
 |  l l . . . . |r . . m m m . |. . . . . .   |              |
 |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |
 |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |
 |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |
 |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |
 |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |
 |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |
 +-S21----------+-S22----------+-S23----------+--------------+
 |          r ^ |k^k d^d d . . |. . . i . n n |              |
 |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |
 |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |
 |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |
 |              |            ^ |              |              |
 |              |              |              |              |
 |              |              |              |              |
 +--------------+--------------+--------------+--------------+

 * being built on   <A <B where the line goes on   E Eisberg Tours
 Ü Überall Fahrten   W Weiden Express   I Insel Hopper
 B Berg & Tal-Bahn
 letter and number: free town square, dice for a station there now
 letter#: station   () open country, -- used up   r Rhein   m Main
 k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems
 b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße
 rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3
 m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3
 n: S23 f2   w: S6 c6   e: S5 e4, S9 f4
 b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5
 * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B
 S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B
 S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W
 S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I
 S20 c6: E, Ü, W, I, B   S23 d3: E, W

Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4
b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria
(S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice),
Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9
d2, 5 dice).

== Companies ==

Stations           colour  director  standing  left
E Eisberg Tours    green   -                -     7
Ü Überall Fahrten  blue    -                -     7
W Weiden Express   purple  -                -     7
I Insel Hopper     yellow  -                -     9
B Berg & Tal-Bahn  red     -                -     9

Passengers         waiting  Carl  Bert
E Eisberg Tours          -     -     -
Ü Überall Fahrten        -     -     -
W Weiden Express         -     -     -
I Insel Hopper           -     -     -
B Berg & Tal-Bahn        -     -     -

== Players ==

Players        directs  carried  straight  curve  transport  ?
Carl (starts)  -              -         -      -          -  4
Bert           -              -         -      -          -  4

In the bank: 31 dice. On the board as track: 1.

== For your eyes only ==

Behind your screen: 0 dice.
In front of it, for everyone to see: 4 ?.

You may send any of these lines as it stands; what follows # is a
remark:

roll 4?                   # or fewer; the bank adds 4 dice
transport eisberg with ?  # for a ?; or for another company
A n?                      # a ?
A w?                      # a ?
A e?                      # a ?
B s?                      # a ?
B e?                      # a ?
B w?                      # a ?
end                       # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, over the border of a sector too.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

You might answer:

roll 4?

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

All throws follow from a seed that is kept secret until the game is
over. Its SHA-256 is
66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925

Nobody can change the dice once the game has begun, and no player alone
can choose or foresee them: the seed was fixed, and its SHA-256 shown,
before anyone''s words for the dice were known.

This does not prove that the host is honest. Whoever runs the server
knows the seed, so they, or a player they help, can choose the last
words by trying until the dice fall as they like.

Advent, Railroad Dice by mail
https://games.test/games/e2
','<game-e2-1f2067fa27775cba@seats.test>','<game-e2-1f2067fa27775cba@seats.test>','auto-generated',6,1795366800000,'sent',1,1795366800000,'',1795366800000,NULL,1);
INSERT INTO "mail" VALUES(4,'<86be9c3382011c810ebe7f35296d77e9@seats.test>',2,1,2,NULL,'bert@player.test','report','[Germany e2] Advent','Carl is to play (year 1, turn 1 of 2), by Monday 23 November 2026, 17:00
UTC at the latest.
Y1.1 #6

== What happened ==

- The game begins: Carl, Bert, with 40 dice.
- Year 1 begins with Carl as start player.

== The line ==

S14, both ends
    a  b  c  d  e  f  g
 1  ^  ^  .  .  .  .  .  1
 2  ^  .  .  .  .  .  ^  2
 3  .  .  . <A> .  .  ^  3
 4  .  .  .  │  .  ^  .  4
 5  . I3 Ü5 <B> .  ^  .  5
 6  r B6m*6m .  .  .  .  6
 7  r  .  m  m  .  m  m  7
    a  b  c  d  e  f  g

 . grass   ^ mountain   r Rhein   m Main   Ü5 Überall Fahrten
 I3 Insel Hopper   B6 Berg & Tal-Bahn   *6 S14 c6: E, W
 <A> <B> where the line goes on

A: S14 d4, points n at d3 (grass)
   The line may leave S14 after 4 more pieces: 1 of 5 lie there.
   Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13
      (wins 2 ?).
B: S14 d4, points s at d5 (grass)
   The line may leave S14 after 4 more pieces: 1 of 5 lie there.
   Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13
      (wins 2 ?).
Free town squares, and the dice that a station takes there now:
   S14: Frankfurt b5 yellow 3, c5 blue 5, b6 red 6 (1 of it for river
      Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden
      Express)

== Germany ==

 +-S1-----------+-S2-----------+-S3-----------+-S4-----------+
 |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |
 +-S5-----------+-S6-----------+-S7-----------+-S8-----------+
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |
 |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |
 |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |
 |          e . |. w w . . . . |b b . . . . . |h . . o       |
 |          e . |. I3W4w . . . |. b b b . . . |h . . o       |
 |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |
 +-S9-----------+-S10----------+-S11----------+-S12----------+
 |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |
 |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |
 |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |
 |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |
 |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |
 |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |
 |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |
 +-S13----------+-S14*---------+-S15----------+-S16----------+
 |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |
 |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |
 |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |
 |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |
 |  ^ ^ ^ l E6. |. I3Ü5<B. ^ . |. . ^ . E6.   |              |
 |  ^ ^ l l r r |r B6*6. . . . |. m m m m     |              |
 |  ()l l . . . |r . m m . m m |m m . . . .   |              |
 +-S17----------+-S18----------+-S19----------+-S20----------+
 |  l l . . . . |r . . m m m . |. . . . . .   |              |
 |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |
 |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |
 |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |
 |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |
 |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |
 |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |
 +-S21----------+-S22----------+-S23----------+--------------+
 |          r ^ |k^k d^d d . . |. . . i . n n |              |
 |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |
 |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |
 |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |
 |              |            ^ |              |              |
 |              |              |              |              |
 |              |              |              |              |
 +--------------+--------------+--------------+--------------+

 * being built on   <A <B where the line goes on   E Eisberg Tours
 Ü Überall Fahrten   W Weiden Express   I Insel Hopper
 B Berg & Tal-Bahn
 letter and number: free town square, dice for a station there now
 letter#: station   () open country, -- used up   r Rhein   m Main
 k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems
 b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße
 rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3
 m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3
 n: S23 f2   w: S6 c6   e: S5 e4, S9 f4
 b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5
 * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B
 S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B
 S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W
 S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I
 S20 c6: E, Ü, W, I, B   S23 d3: E, W

Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4
b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria
(S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice),
Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9
d2, 5 dice).

== Companies ==

Stations           colour  director  standing  left
E Eisberg Tours    green   -                -     7
Ü Überall Fahrten  blue    -                -     7
W Weiden Express   purple  -                -     7
I Insel Hopper     yellow  -                -     9
B Berg & Tal-Bahn  red     -                -     9

Passengers         waiting  Carl  Bert
E Eisberg Tours          -     -     -
Ü Überall Fahrten        -     -     -
W Weiden Express         -     -     -
I Insel Hopper           -     -     -
B Berg & Tal-Bahn        -     -     -

== Players ==

Players        directs  carried  straight  curve  transport  ?
Carl (starts)  -              -         -      -          -  4
Bert           -              -         -      -          -  4

In the bank: 31 dice. On the board as track: 1.

== For your eyes only ==

Behind your screen: 0 dice.
In front of it, for everyone to see: 4 ?.

All throws follow from a seed that is kept secret until the game is
over. Its SHA-256 is
66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925

Nobody can change the dice once the game has begun, and no player alone
can choose or foresee them: the seed was fixed, and its SHA-256 shown,
before anyone''s words for the dice were known.

This does not prove that the host is honest. Whoever runs the server
knows the seed, so they, or a player they help, can choose the last
words by trying until the dice fall as they like.

Advent, Railroad Dice by mail
https://games.test/games/e2
','<game-e2-1f2067fa27775cba@seats.test>','<game-e2-1f2067fa27775cba@seats.test>','auto-generated',6,1795366800000,'sent',1,1795366800000,'',1795366800000,NULL,2);
INSERT INTO "mail" VALUES(5,'<e5c611f204c33ff9ffc8c9f2fe96e761@seats.test>',1,0,1,NULL,'anna@player.test','answer','[First Rails e1] Whitsun','Your orders were carried out.
Y1.2 #16

== Your letter, line by line ==

  1  roll 4?
     done: Anna rolls 4 ? + 4 bonus dice: 3 straights, 4 curves, 1
     share.
  2  buy weiden
     done: Anna buys a share of Weiden Express from the bank.
  3  B e e
     done: Anna builds at end B: e e. That took 2 straights; B now
     points e at T1 g4.
  4  end
     done: Anna ends the turn.

== Where the game stands ==

Bert is to play (year 1, turn 2 of 2), by Thursday 26 November 2026,
18:00 UTC at the latest.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            1     -     9
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         1      4      -  -       5
Bert           -            -         -      -      -  4       4

In the bank: 28 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<9682625c4d8c1125d1b95f03@player.test>','<game-e1-36a1dfffeb89c047@seats.test> <9682625c4d8c1125d1b95f03@player.test>','auto-replied',16,1795370400000,'sent',1,1795370400000,'',1795370400000,NULL,2);
INSERT INTO "mail" VALUES(6,'<e73bb5e82cabbd88631a0ff5c4f7ccec@seats.test>',1,1,2,NULL,'bert@player.test','report','[First Rails e1] Whitsun','It is your turn (year 1, turn 2 of 2). The latest date for your orders
is Thursday 26 November 2026, 18:00 UTC.
Y1.2 #16

== What happened ==

- Anna rolls 4 ? + 4 bonus dice: 3 straights, 4 curves, 1 share.
- Anna buys a share of Weiden Express from the bank.
- Anna builds at end B: e e. That took 2 straights; B now points e at T1
  g4.
- Anna ends the turn.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            1     -     9
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         1      4      -  -       5
Bert           -            -         -      -      -  4       4

In the bank: 28 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 4 ?.

You may send any of these lines as it stands; what follows # is a
remark:

roll 4?              # or fewer; the bank adds 4 dice
buy eisberg with ?   # a share from the bank, for a ?
buy ueberall with ?  # a share from the bank, for a ?
buy weiden with ?    # a share from the bank, for a ?
buy insel with ?     # a share from the bank, for a ?
buy bergtal with ?   # a share from the bank, for a ?
A w?                 # a ?
A s?                 # a ?
A n?                 # a ?
B n?                 # a ?
B s?                 # a ?
end                  # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, and "onto" with a tile where the line goes over the edge.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

Large tiles are named as they lie: a mountain tile by its mountain
sides, a lake by where the north of this picture points (lake/e: east).

lake              ne                wne
. . . . . . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . . ~ ~ . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . ~ ~ ~ ~ .     . . ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. ~ ~ ~ ~ . .     . . . ^ ^ ^ ^     ^ ^ ^ . ^ ^ ^
. ~ ~ ~ . . .     . . . . ^ ^ ^     ^ ^ . . . ^ ^
. . ~ ~ . . .     . . . . . ^ ^     ^ ^ . . . ^ ^
. . . . . . .     . . . . . . .     . . . . . . .

You might answer:

roll 4?

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',16,1795370400000,'sent',1,1795370400000,'',1795370400000,NULL,3);
INSERT INTO "mail" VALUES(7,'<2f759b977228e08d2975750da689591c@seats.test>',1,1,2,NULL,'bert@player.test','press','[First Rails e1] Whitsun','Anna writes to all:

   Good luck!

To answer, reply to this mail with:

press anna: ...

A longer text goes on the lines below: put nothing behind the colon. It
ends with your letter, or with "end press", and orders may stand before
or behind it. With "mute anna" you are not mailed such messages any
more.

Whitsun, Railroad Dice by mail
https://games.test/games/e1/press
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',16,1795372200000,'sent',1,1795372200000,'',1795372200000,NULL,4);
INSERT INTO "mail" VALUES(8,'<05bd264707b3757915721519d0d77bb3@seats.test>',1,0,1,NULL,'anna@player.test','answer','[First Rails e1] Whitsun','Your orders were carried out.
Y1.2 #16

== Your letter, line by line ==

  1  next turn: income
     done: This waits for your next turn.
  2  next turn: roll all
     done: This waits for your next turn.
  3  press all: Good luck!
     done: It goes to Bert. Everybody may read it on the game''s page.

== Where the game stands ==

Bert is to play (year 1, turn 2 of 2), by Thursday 26 November 2026,
18:00 UTC at the latest.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            1     -     9
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         1      4      -  -       5
Bert           -            -         -      -      -  4       4

In the bank: 28 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Your orders for your next turn: they are carried out as soon as it
begins. Send `next turn: nothing` to take them back; others replace
them.

next turn: income
next turn: roll all

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<4e35eac1ce7ba94018ac7c27@player.test>','<game-e1-36a1dfffeb89c047@seats.test> <4e35eac1ce7ba94018ac7c27@player.test>','auto-replied',16,1795372200000,'sent',1,1795372200000,'',1795372200000,NULL,3);
INSERT INTO "mail" VALUES(9,'<bb6f5f70e05331195c0db8ef1534f429@seats.test>',1,0,1,NULL,'anna@player.test','notice','[First Rails e1] Whitsun','Bert disputes what was played at #16.
Y1.2 #18

   Anna forgot her income, and the server did not tell her.

If you have something to say about it, answer "statement 1: ...". The
players and the moderators read it at once, and everybody when the
dispute is closed.

If nobody rules on it by Monday 7 December 2026, 08:00 UTC, what was
played stands, and a game that is on hold for it continues.

The dispute https://games.test/games/e1/disputes/1

Bert is to play (year 1, turn 2 of 2).
The game is held: no time runs, and orders are kept until it goes on.

== Notices ==

- Bert disputes what was played by Anna in year 1, up to #16. It is
  dispute 1.
- The game is held until there is a ruling on dispute 1.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            1     -     9
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         1      4      -  -       5
Bert           -            -         2      4      1  1       8

In the bank: 24 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Your orders for your next turn: they are carried out as soon as it
begins. Send `next turn: nothing` to take them back; others replace
them.

next turn: income
next turn: roll all

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',18,1795420800000,'sent',1,1795420800000,'',1795420800000,NULL,4);
INSERT INTO "mail" VALUES(10,'<b51c165acaacb7c11fa17116dd2b2b2b@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','moderation','Dispute 1: [First Rails e1] Whitsun','Bert disputes what was played at #16 in e1 Whitsun.
The game is held until there is a ruling.

   Anna forgot her income, and the server did not tell her.

If nobody rules on it by Monday 7 December 2026, 08:00 UTC, what was
played stands, and a game that is on hold for it continues.

Answer "dispute 1" to be shown it, "ask 1: ..." to ask the players
something, and to rule: "rule 1 uphold FR-31: ...", "rule 1 rollback 13
FR-31: ..." or "rule 1 amend give ... FR-31: ...", with the rule that
decides it and why.

To examine it https://games.test/moderate/disputes/1

Railroad Dice by mail
https://games.test
',NULL,'','auto-generated',NULL,1795420800000,'sent',1,1795420800000,'',1795420800000,NULL,1);
INSERT INTO "mail" VALUES(11,'<c0f5b157e2ca6226400a95ce4a737182@seats.test>',1,1,2,NULL,'bert@player.test','answer','[First Rails e1] Whitsun','Your orders were carried out.
Y1.2 #18

== Your letter, line by line ==

  1  roll 4?
     done: Bert rolls 4 ? + 4 bonus dice: 2 straights, 4 curves, 1
     share, 1 ?.
  2  dispute: Anna forgot her income, and the server did not tel…
     done: You dispute what was played by Anna in year 1, up to #16.
     Everybody may read that, and your text. The game is held until
     there is a ruling: orders are kept meanwhile, and no time runs. If
     nobody rules within 14 days, what was played stands. The moderators
     are told.

== Where the game stands ==

It is your turn (year 1, turn 2 of 2).
The game is held: no time runs, and orders are kept until it goes on.

== Notices ==

- The game is held until there is a ruling on dispute 1.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            1     -     9
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         1      4      -  -       5
Bert           -            -         2      4      1  1       8

In the bank: 24 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 2 straights, 4 curves, 1 share, 1
?.

You may send any of these lines as it stands; what follows # is a
remark:

buy eisberg        # a share from the bank, for a share die
buy ueberall       # a share from the bank, for a share die
buy weiden         # a share from the bank, for a share die
buy insel          # a share from the bank, for a share die
buy bergtal        # a share from the bank, for a share die
A w                # a straight
A s                # a curve
A n                # a curve
B n                # a curve
B s                # a curve
end discard s c c  # five dice may stay; or give back others

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, and "onto" with a tile where the line goes over the edge.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

Large tiles are named as they lie: a mountain tile by its mountain
sides, a lake by where the north of this picture points (lake/e: east).

lake              ne                wne
. . . . . . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . . ~ ~ . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . ~ ~ ~ ~ .     . . ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. ~ ~ ~ ~ . .     . . . ^ ^ ^ ^     ^ ^ ^ . ^ ^ ^
. ~ ~ ~ . . .     . . . . ^ ^ ^     ^ ^ . . . ^ ^
. . ~ ~ . . .     . . . . . ^ ^     ^ ^ . . . ^ ^
. . . . . . .     . . . . . . .     . . . . . . .

You might answer:

buy eisberg
A w

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<8a7854eeb32f310ed3d53612@player.test>','<game-e1-36a1dfffeb89c047@seats.test> <8a7854eeb32f310ed3d53612@player.test>','auto-replied',18,1795420800000,'sent',1,1795420800000,'',1795420800000,NULL,5);
INSERT INTO "mail" VALUES(12,'<1172198d9edca0ca41dba3748abbd8c2@seats.test>',2,0,4,NULL,'carl@player.test','report','[Germany e2] Advent','Bert is to play (year 1, turn 2 of 2), by Tuesday 24 November 2026,
17:00 UTC at the latest.
Y1.2 #20

== Notices ==

- Carl had time until Monday 23 November 2026, 17:00 UTC. Then a program
  played the turn; the seat stays his.

== What happened ==

- Carl lays 1 ? at end B, on S14 d5; B now points w at S14 c5 in
  Frankfurt.
- Carl rolls 2 ? + 2 bonus dice: 2 curves, 2 transport symbols.
- Carl lays 1 curve at end B, on S14 c5 in Frankfurt; B now points s at
  S14 c6 in Frankfurt.
- Carl uses 2 transport symbols; more passengers wait: Eisberg Tours
  2,000.
- Carl ends the turn.

== The line ==

S14, both ends
    a  b  c  d  e  f  g
 1  ^  ^  .  .  .  .  .  1
 2  ^  .  .  .  .  .  ^  2
 3  .  .  . <A> .  .  ^  3
 4  .  .  .  │  .  ^  .  4
 5  . I3  ┌──┘  .  ^  .  5
 6  r B6m<B> .  .  .  .  6
 7  r  .  m  m  .  m  m  7
    a  b  c  d  e  f  g

 . grass   ^ mountain   r Rhein   m Main   I3 Insel Hopper
 B6 Berg & Tal-Bahn   *6 S14 c6: E, W   <A> <B> where the line goes on

A: S14 d4, points n at d3 (grass)
   The line may leave S14 after 2 more pieces: 3 of 5 lie there.
   Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13
      (wins 2 ?).
B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)
   Extra cost of track there: 1 die for river Main.
   Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main):
      Eisberg Tours, Weiden Express.
   The line may leave S14 after 2 more pieces: 3 of 5 lie there.
   Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13
      (wins 2 ?).
Free town squares, and the dice that a station takes there now:
   S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6
      white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)

== Germany ==

 +-S1-----------+-S2-----------+-S3-----------+-S4-----------+
 |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |
 +-S5-----------+-S6-----------+-S7-----------+-S8-----------+
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |
 |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |
 |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |
 |          e . |. w w . . . . |b b . . . . . |h . . o       |
 |          e . |. I3W4w . . . |. b b b . . . |h . . o       |
 |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |
 +-S9-----------+-S10----------+-S11----------+-S12----------+
 |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |
 |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |
 |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |
 |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |
 |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |
 |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |
 |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |
 +-S13----------+-S14*---------+-S15----------+-S16----------+
 |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |
 |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |
 |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |
 |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |
 |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |
 |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |
 |  ()l l . . . |r . m m . m m |m m . . . .   |              |
 +-S17----------+-S18----------+-S19----------+-S20----------+
 |  l l . . . . |r . . m m m . |. . . . . .   |              |
 |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |
 |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |
 |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |
 |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |
 |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |
 |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |
 +-S21----------+-S22----------+-S23----------+--------------+
 |          r ^ |k^k d^d d . . |. . . i . n n |              |
 |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |
 |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |
 |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |
 |              |            ^ |              |              |
 |              |              |              |              |
 |              |              |              |              |
 +--------------+--------------+--------------+--------------+

 * being built on   <A <B where the line goes on   E Eisberg Tours
 Ü Überall Fahrten   W Weiden Express   I Insel Hopper
 B Berg & Tal-Bahn
 letter and number: free town square, dice for a station there now
 letter#: station   () open country, -- used up   r Rhein   m Main
 k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems
 b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße
 rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3
 m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3
 n: S23 f2   w: S6 c6   e: S5 e4, S9 f4
 b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5
 * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B
 S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B
 S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W
 S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I
 S20 c6: E, Ü, W, I, B   S23 d3: E, W

Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4
b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria
(S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice),
Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9
d2, 5 dice).

== Companies ==

Stations           colour  director  standing  left
E Eisberg Tours    green   -                -     7
Ü Überall Fahrten  blue    -                -     7
W Weiden Express   purple  -                -     7
I Insel Hopper     yellow  -                -     9
B Berg & Tal-Bahn  red     -                -     9

Passengers         waiting  Carl  Bert
E Eisberg Tours      2,000     -     -
Ü Überall Fahrten        -     -     -
W Weiden Express         -     -     -
I Insel Hopper           -     -     -
B Berg & Tal-Bahn        -     -     -

== Players ==

Players        directs  carried  straight  curve  transport  ?
Carl (starts)  -              -         -      1          -  1
Bert           -              -         -      -          -  4

In the bank: 31 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice.
In front of it, for everyone to see: 1 curve, 1 ?.

Advent, Railroad Dice by mail
https://games.test/games/e2
','<game-e2-1f2067fa27775cba@seats.test>','<game-e2-1f2067fa27775cba@seats.test>','auto-generated',20,1795453200000,'sent',1,1795453200000,'',1795453200000,NULL,2);
INSERT INTO "mail" VALUES(13,'<0a774f87fbac2fe4e00c473a9d6e986c@seats.test>',2,1,2,NULL,'bert@player.test','report','[Germany e2] Advent','It is your turn (year 1, turn 2 of 2). The latest date for your orders
is Tuesday 24 November 2026, 17:00 UTC.
Y1.2 #20

== Notices ==

- Carl had time until Monday 23 November 2026, 17:00 UTC. Then a program
  played the turn; the seat stays his.

== What happened ==

- Carl lays 1 ? at end B, on S14 d5; B now points w at S14 c5 in
  Frankfurt.
- Carl rolls 2 ? + 2 bonus dice: 2 curves, 2 transport symbols.
- Carl lays 1 curve at end B, on S14 c5 in Frankfurt; B now points s at
  S14 c6 in Frankfurt.
- Carl uses 2 transport symbols; more passengers wait: Eisberg Tours
  2,000.
- Carl ends the turn.

== The line ==

S14, both ends
    a  b  c  d  e  f  g
 1  ^  ^  .  .  .  .  .  1
 2  ^  .  .  .  .  .  ^  2
 3  .  .  . <A> .  .  ^  3
 4  .  .  .  │  .  ^  .  4
 5  . I3  ┌──┘  .  ^  .  5
 6  r B6m<B> .  .  .  .  6
 7  r  .  m  m  .  m  m  7
    a  b  c  d  e  f  g

 . grass   ^ mountain   r Rhein   m Main   I3 Insel Hopper
 B6 Berg & Tal-Bahn   *6 S14 c6: E, W   <A> <B> where the line goes on

A: S14 d4, points n at d3 (grass)
   The line may leave S14 after 2 more pieces: 3 of 5 lie there.
   Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13
      (wins 2 ?).
B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)
   Extra cost of track there: 1 die for river Main.
   Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main):
      Eisberg Tours, Weiden Express.
   The line may leave S14 after 2 more pieces: 3 of 5 lie there.
   Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13
      (wins 2 ?).
Free town squares, and the dice that a station takes there now:
   S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6
      white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)

== Germany ==

 +-S1-----------+-S2-----------+-S3-----------+-S4-----------+
 |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |
 +-S5-----------+-S6-----------+-S7-----------+-S8-----------+
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |
 |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |
 |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |
 |          e . |. w w . . . . |b b . . . . . |h . . o       |
 |          e . |. I3W4w . . . |. b b b . . . |h . . o       |
 |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |
 +-S9-----------+-S10----------+-S11----------+-S12----------+
 |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |
 |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |
 |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |
 |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |
 |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |
 |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |
 |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |
 +-S13----------+-S14*---------+-S15----------+-S16----------+
 |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |
 |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |
 |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |
 |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |
 |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |
 |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |
 |  ()l l . . . |r . m m . m m |m m . . . .   |              |
 +-S17----------+-S18----------+-S19----------+-S20----------+
 |  l l . . . . |r . . m m m . |. . . . . .   |              |
 |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |
 |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |
 |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |
 |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |
 |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |
 |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |
 +-S21----------+-S22----------+-S23----------+--------------+
 |          r ^ |k^k d^d d . . |. . . i . n n |              |
 |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |
 |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |
 |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |
 |              |            ^ |              |              |
 |              |              |              |              |
 |              |              |              |              |
 +--------------+--------------+--------------+--------------+

 * being built on   <A <B where the line goes on   E Eisberg Tours
 Ü Überall Fahrten   W Weiden Express   I Insel Hopper
 B Berg & Tal-Bahn
 letter and number: free town square, dice for a station there now
 letter#: station   () open country, -- used up   r Rhein   m Main
 k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems
 b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße
 rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3
 m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3
 n: S23 f2   w: S6 c6   e: S5 e4, S9 f4
 b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5
 * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B
 S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B
 S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W
 S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I
 S20 c6: E, Ü, W, I, B   S23 d3: E, W

Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4
b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria
(S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice),
Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9
d2, 5 dice).

== Companies ==

Stations           colour  director  standing  left
E Eisberg Tours    green   -                -     7
Ü Überall Fahrten  blue    -                -     7
W Weiden Express   purple  -                -     7
I Insel Hopper     yellow  -                -     9
B Berg & Tal-Bahn  red     -                -     9

Passengers         waiting  Carl  Bert
E Eisberg Tours      2,000     -     -
Ü Überall Fahrten        -     -     -
W Weiden Express         -     -     -
I Insel Hopper           -     -     -
B Berg & Tal-Bahn        -     -     -

== Players ==

Players        directs  carried  straight  curve  transport  ?
Carl (starts)  -              -         -      1          -  1
Bert           -              -         -      -          -  4

In the bank: 31 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice.
In front of it, for everyone to see: 4 ?.

You may send any of these lines as it stands; what follows # is a
remark:

roll 4?                   # or fewer; the bank adds 4 dice
transport eisberg with ?  # for a ?; or for another company
A n?                      # a ?
A w?                      # a ?
A e?                      # a ?
B s?                      # a ?, 1 die for river Main
B e?                      # a ?, 1 die for river Main
B w?                      # a ?, 1 die for river Main
end                       # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, over the border of a sector too.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

You might answer:

roll 4?

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Advent, Railroad Dice by mail
https://games.test/games/e2
','<game-e2-1f2067fa27775cba@seats.test>','<game-e2-1f2067fa27775cba@seats.test>','auto-generated',20,1795453200000,'sent',1,1795453200000,'',1795453200000,NULL,6);
INSERT INTO "mail" VALUES(14,'<1334f182f62321761fc9983b52e470a8@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','lobby','Your place at Railroad Dice by mail','Nothing was done yet. This is what would be done; reply `confirm` to do
it.

To confirm, reply to this email. If you write a new one instead, send
the line below, with its code. It works once, within 7 days.

confirm 87N9 9K4C

If you didn''t ask for this, don''t confirm it: someone else knows the
address that you write to. `renew address` gives you a new one.

== Your letter, line by line ==

  1  ask 1: Is that so, Anna?
     understood: Everybody who plays in e1 is mailed your question.

Railroad Dice by mail
https://games.test
','<8016a2043f77272b1e0dbf33@player.test>','<8016a2043f77272b1e0dbf33@player.test>','auto-replied',NULL,1795460700000,'sent',1,1795460700000,'',1795460700000,NULL,2);
INSERT INTO "mail" VALUES(15,'<cbef545f52b1bee7187de3ec454a0ca7@seats.test>',1,0,1,NULL,'anna@player.test','notice','[First Rails e1] Whitsun','The moderator Mona asks about dispute 1:

   Is that so, Anna?

If you have something to say about it, answer "statement 1: ...". The
players and the moderators read it at once, and everybody when the
dispute is closed.

Whitsun, Railroad Dice by mail
https://games.test/games/e1/disputes/1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',18,1795461000000,'sent',1,1795461000000,'',1795461000000,NULL,5);
INSERT INTO "mail" VALUES(16,'<69a522950a3de81322ab2f2428a6ea5d@seats.test>',1,1,2,NULL,'bert@player.test','notice','[First Rails e1] Whitsun','The moderator Mona asks about dispute 1:

   Is that so, Anna?

If you have something to say about it, answer "statement 1: ...". The
players and the moderators read it at once, and everybody when the
dispute is closed.

Whitsun, Railroad Dice by mail
https://games.test/games/e1/disputes/1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',18,1795461000000,'sent',1,1795461000000,'',1795461000000,NULL,7);
INSERT INTO "mail" VALUES(17,'<a89a58fb75d4ca1b303387089932f716@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','lobby','Your place at Railroad Dice by mail','All of it is done.

== Your letter, line by line ==

  1  ask 1: Is that so, Anna?
     done: Everybody who plays in e1 is asked.

Answer this mail with what you want next: "lists", "games", "help".

Railroad Dice by mail
https://games.test
','<94d8a8840ed351df8be11936@player.test>','<94d8a8840ed351df8be11936@player.test>','auto-replied',NULL,1795461000000,'sent',1,1795461000000,'',1795461000000,NULL,3);
INSERT INTO "mail" VALUES(18,'<e5f0eca52d27728f04cf261c7493a933@seats.test>',1,1,2,NULL,'bert@player.test','notice','[First Rails e1] Whitsun','Anna says about dispute 1:

   I did forget it.

If you have something to say about it, answer "statement 1: ...". The
players and the moderators read it at once, and everybody when the
dispute is closed.

Whitsun, Railroad Dice by mail
https://games.test/games/e1/disputes/1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',18,1795464000000,'sent',1,1795464000000,'',1795464000000,NULL,8);
INSERT INTO "mail" VALUES(19,'<d81978cb9019ac3a7c3ea65ae39c3b16@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','moderation','Dispute 1: [First Rails e1] Whitsun','Anna says about dispute 1:

   I did forget it.

Railroad Dice by mail
https://games.test
',NULL,'','auto-generated',NULL,1795464000000,'sent',1,1795464000000,'',1795464000000,NULL,4);
INSERT INTO "mail" VALUES(20,'<6422d659b0cae2735db8b4bdd7eec29e@seats.test>',1,0,1,NULL,'anna@player.test','answer','[First Rails e1] Whitsun','Your orders were carried out.
Y1.2 #18

== Your letter, line by line ==

  1  statement: I did forget it.
     done: It is noted, and told to the other players. Everybody may
     read it when dispute 1 is closed.

== Where the game stands ==

Bert is to play (year 1, turn 2 of 2).
The game is held: no time runs, and orders are kept until it goes on.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            1     -     9
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         1      4      -  -       5
Bert           -            -         2      4      1  1       8

In the bank: 24 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Your orders for your next turn: they are carried out as soon as it
begins. Send `next turn: nothing` to take them back; others replace
them.

next turn: income
next turn: roll all

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<9b3bd99c3cedc420c4fa03f3@player.test>','<game-e1-36a1dfffeb89c047@seats.test> <9b3bd99c3cedc420c4fa03f3@player.test>','auto-replied',18,1795464000000,'sent',1,1795464000000,'',1795464000000,NULL,6);
INSERT INTO "mail" VALUES(21,'<11d4f3d7f7e95e9c2d1b27c2d6289d84@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','moderation','Dispute 1: [First Rails e1] Whitsun','Dispute 1 in e1 Whitsun has waited 24 hours for a ruling.

   Anna forgot her income, and the server did not tell her.

If nobody rules on it by Monday 7 December 2026, 08:00 UTC, what was
played stands, and a game that is on hold for it continues.

Answer "dispute 1" to be shown it, "ask 1: ..." to ask the players
something, and to rule: "rule 1 uphold FR-31: ...", "rule 1 rollback 13
FR-31: ..." or "rule 1 amend give ... FR-31: ...", with the rule that
decides it and why.

To examine it https://games.test/moderate/disputes/1

Railroad Dice by mail
https://games.test
',NULL,'','auto-generated',NULL,1795507200000,'sent',1,1795507200000,'',1795507200000,NULL,5);
INSERT INTO "mail" VALUES(22,'<bea3193a29758aa50d7bd0b9b2451ad5@seats.test>',2,0,4,NULL,'carl@player.test','report','[Germany e2] Advent','Year 1 has ended.
Bert is to play (year 2, turn 1 of 2), by Wednesday 25 November 2026,
17:00 UTC at the latest.
Y2.1 #36

== Notices ==

- Bert had time until Tuesday 24 November 2026, 17:00 UTC. Then a
  program played the turn; the seat stays his.

== What happened ==

- Bert builds at end A: n n n, into S10 n. That took 4 ?; A now points n
  at S10 d6.
- Bert gets 2 ? from the bank for the sector entered.
- Bert rolls 1 ? + 1 bonus die: 1 straight, 1 curve.
- Bert ends the turn.

- Passengers come to the stations: Eisberg Tours 1,000; Überall Fahrten
  1,000; Weiden Express 1,000; Insel Hopper 1,000; Berg & Tal-Bahn
  1,000.
- Year 2 begins with Bert as start player.

== The line ==

S10, end A                     S14, end B
    a  b  c  d  e  f  g            a  b  c  d  e  f  g
 1  .  .  .  w  .  .  .  1      1  ^  ^  .  │  .  .  .  1
 2  .  .  .  w W3 Ü3  .  2      2  ^  .  .  │  .  .  ^  2
 3  .  .  .  w *3  .  .  3      3  .  .  .  │  .  .  ^  3
 4  e B3 W3  w  .  .  .  4      4  .  .  .  │  .  ^  .  4
 5  e  e  .  w  w  .  ^  5      5  . I3  ┌──┘  .  ^  .  5
 6  .  .  . <A> w  .  .  6      6  r B6m<B> .  .  .  .  6
 7  ^  ^  .  │  w  .  .  7      7  r  .  m  m  .  m  m  7
    a  b  c  d  e  f  g            a  b  c  d  e  f  g

 . grass   ^ mountain   w Weser   e Ems   r Rhein   m Main
 Ü3 Überall Fahrten   W3 Weiden Express   I3 Insel Hopper
 B3 B6 Berg & Tal-Bahn   *3 S10 e3: E, I, B   *6 S14 c6: E, W
 <A> <B> where the line goes on

A: S10 d7, points n at d6 (grass)
   The line may leave S10 after 4 more pieces: 1 of 5 lie there.
   Beyond: n S6 (wins 2 ?), e S11 (wins 2 ?), s S14 (closed by end B), w
      S9 (wins 2 ?).
B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)
   Extra cost of track there: 1 die for river Main.
   Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main):
      Eisberg Tours, Weiden Express.
   The line may leave S14: 6 pieces lie there.
   Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?),
      w S13 (wins 2 ?).
Free town squares, and the dice that a station takes there now:
   S10: Hannover e2 purple 3, f2 blue 3, e3 white 3 (Eisberg Tours,
      Insel Hopper, Berg & Tal-Bahn); Bielefeld b4 red 3, c4 purple 3
   S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6
      white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)

== Germany ==

 +-S1-----------+-S2-----------+-S3-----------+-S4-----------+
 |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |
 +-S5-----------+-S6-----------+-S7-----------+-S8-----------+
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |
 |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |
 |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |
 |          e . |. w w . . . . |b b . . . . . |h . . o       |
 |          e . |. I3W4w . . . |. b b b . . . |h . . o       |
 |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |
 +-S9-----------+-S10*---------+-S11----------+-S12----------+
 |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |
 |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |
 |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |
 |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |
 |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |
 |  . r E5Ü3*3. |. . . <Aw . . |^ ^ . *3E6I3. |b . . . p s   |
 |  . r r . . ^ |^ ^ . │ w . . |. . . . a . . |b b . . p s   |
 +-S13----------+-S14*---------+-S15----------+-S16----------+
 |  . . r . . ^ |^ ^ . │ . . . |. . . a a . . |. b b b p s   |
 |  E3. B4I5. . |^ . . │ . . ^ |. W3. a . . . |. . B3E4      |
 |  ^ . *6W6. . |. . . │ . . ^ |^ ^ . a . . . |^ ^           |
 |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |
 |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |
 |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |
 |  ()l l . . . |r . m m . m m |m m . . . .   |              |
 +-S17----------+-S18----------+-S19----------+-S20----------+
 |  l l . . . . |r . . m m m . |. . . . . .   |              |
 |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |
 |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |
 |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |
 |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |
 |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |
 |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |
 +-S21----------+-S22----------+-S23----------+--------------+
 |          r ^ |k^k d^d d . . |. . . i . n n |              |
 |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |
 |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |
 |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |
 |              |            ^ |              |              |
 |              |              |              |              |
 |              |              |              |              |
 +--------------+--------------+--------------+--------------+

 * being built on   <A <B where the line goes on   E Eisberg Tours
 Ü Überall Fahrten   W Weiden Express   I Insel Hopper
 B Berg & Tal-Bahn
 letter and number: free town square, dice for a station there now
 letter#: station   () open country, -- used up   r Rhein   m Main
 k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems
 b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße
 rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3
 m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3
 n: S23 f2   w: S6 c6   e: S5 e4, S9 f4
 b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5
 * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B
 S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B
 S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W
 S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I
 S20 c6: E, Ü, W, I, B   S23 d3: E, W

Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4
b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria
(S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice),
Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9
d2, 5 dice).

== Companies ==

Stations           colour  director  standing  left
E Eisberg Tours    green   -                -     7
Ü Überall Fahrten  blue    -                -     7
W Weiden Express   purple  -                -     7
I Insel Hopper     yellow  -                -     9
B Berg & Tal-Bahn  red     -                -     9

Passengers         waiting  Carl  Bert
E Eisberg Tours      3,000     -     -
Ü Überall Fahrten    1,000     -     -
W Weiden Express     1,000     -     -
I Insel Hopper       1,000     -     -
B Berg & Tal-Bahn    1,000     -     -

== Players ==

Players        directs  carried  straight  curve  transport  ?
Carl           -              -         -      1          -  1
Bert (starts)  -              -         1      1          -  1

In the bank: 28 dice. On the board as track: 7.

== For your eyes only ==

Behind your screen: 0 dice.
In front of it, for everyone to see: 1 curve, 1 ?.

Advent, Railroad Dice by mail
https://games.test/games/e2
','<game-e2-1f2067fa27775cba@seats.test>','<game-e2-1f2067fa27775cba@seats.test>','auto-generated',36,1795539600000,'sent',1,1795539600000,'',1795539600000,NULL,3);
INSERT INTO "mail" VALUES(23,'<97b52a347472ecdef19b6bcc5080ff6d@seats.test>',2,1,2,NULL,'bert@player.test','report','[Germany e2] Advent','Year 1 has ended.
It is your turn (year 2, turn 1 of 2). The latest date for your orders
is Wednesday 25 November 2026, 17:00 UTC.
Y2.1 #36

== Notices ==

- Bert had time until Tuesday 24 November 2026, 17:00 UTC. Then a
  program played the turn; the seat stays his.

== What happened ==

- Passengers come to the stations: Eisberg Tours 1,000; Überall Fahrten
  1,000; Weiden Express 1,000; Insel Hopper 1,000; Berg & Tal-Bahn
  1,000.
- Year 2 begins with Bert as start player.

== The line ==

S10, end A                     S14, end B
    a  b  c  d  e  f  g            a  b  c  d  e  f  g
 1  .  .  .  w  .  .  .  1      1  ^  ^  .  │  .  .  .  1
 2  .  .  .  w W3 Ü3  .  2      2  ^  .  .  │  .  .  ^  2
 3  .  .  .  w *3  .  .  3      3  .  .  .  │  .  .  ^  3
 4  e B3 W3  w  .  .  .  4      4  .  .  .  │  .  ^  .  4
 5  e  e  .  w  w  .  ^  5      5  . I3  ┌──┘  .  ^  .  5
 6  .  .  . <A> w  .  .  6      6  r B6m<B> .  .  .  .  6
 7  ^  ^  .  │  w  .  .  7      7  r  .  m  m  .  m  m  7
    a  b  c  d  e  f  g            a  b  c  d  e  f  g

 . grass   ^ mountain   w Weser   e Ems   r Rhein   m Main
 Ü3 Überall Fahrten   W3 Weiden Express   I3 Insel Hopper
 B3 B6 Berg & Tal-Bahn   *3 S10 e3: E, I, B   *6 S14 c6: E, W
 <A> <B> where the line goes on

A: S10 d7, points n at d6 (grass)
   The line may leave S10 after 4 more pieces: 1 of 5 lie there.
   Beyond: n S6 (wins 2 ?), e S11 (wins 2 ?), s S14 (closed by end B), w
      S9 (wins 2 ?).
B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)
   Extra cost of track there: 1 die for river Main.
   Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main):
      Eisberg Tours, Weiden Express.
   The line may leave S14: 6 pieces lie there.
   Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?),
      w S13 (wins 2 ?).
Free town squares, and the dice that a station takes there now:
   S10: Hannover e2 purple 3, f2 blue 3, e3 white 3 (Eisberg Tours,
      Insel Hopper, Berg & Tal-Bahn); Bielefeld b4 red 3, c4 purple 3
   S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6
      white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)

== Germany ==

 +-S1-----------+-S2-----------+-S3-----------+-S4-----------+
 |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |
 +-S5-----------+-S6-----------+-S7-----------+-S8-----------+
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |
 |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |
 |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |
 |          e . |. w w . . . . |b b . . . . . |h . . o       |
 |          e . |. I3W4w . . . |. b b b . . . |h . . o       |
 |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |
 +-S9-----------+-S10*---------+-S11----------+-S12----------+
 |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |
 |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |
 |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |
 |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |
 |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |
 |  . r E5Ü3*3. |. . . <Aw . . |^ ^ . *3E6I3. |b . . . p s   |
 |  . r r . . ^ |^ ^ . │ w . . |. . . . a . . |b b . . p s   |
 +-S13----------+-S14*---------+-S15----------+-S16----------+
 |  . . r . . ^ |^ ^ . │ . . . |. . . a a . . |. b b b p s   |
 |  E3. B4I5. . |^ . . │ . . ^ |. W3. a . . . |. . B3E4      |
 |  ^ . *6W6. . |. . . │ . . ^ |^ ^ . a . . . |^ ^           |
 |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |
 |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |
 |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |
 |  ()l l . . . |r . m m . m m |m m . . . .   |              |
 +-S17----------+-S18----------+-S19----------+-S20----------+
 |  l l . . . . |r . . m m m . |. . . . . .   |              |
 |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |
 |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |
 |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |
 |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |
 |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |
 |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |
 +-S21----------+-S22----------+-S23----------+--------------+
 |          r ^ |k^k d^d d . . |. . . i . n n |              |
 |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |
 |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |
 |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |
 |              |            ^ |              |              |
 |              |              |              |              |
 |              |              |              |              |
 +--------------+--------------+--------------+--------------+

 * being built on   <A <B where the line goes on   E Eisberg Tours
 Ü Überall Fahrten   W Weiden Express   I Insel Hopper
 B Berg & Tal-Bahn
 letter and number: free town square, dice for a station there now
 letter#: station   () open country, -- used up   r Rhein   m Main
 k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems
 b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße
 rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3
 m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3
 n: S23 f2   w: S6 c6   e: S5 e4, S9 f4
 b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5
 * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B
 S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B
 S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W
 S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I
 S20 c6: E, Ü, W, I, B   S23 d3: E, W

Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4
b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria
(S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice),
Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9
d2, 5 dice).

== Companies ==

Stations           colour  director  standing  left
E Eisberg Tours    green   -                -     7
Ü Überall Fahrten  blue    -                -     7
W Weiden Express   purple  -                -     7
I Insel Hopper     yellow  -                -     9
B Berg & Tal-Bahn  red     -                -     9

Passengers         waiting  Carl  Bert
E Eisberg Tours      3,000     -     -
Ü Überall Fahrten    1,000     -     -
W Weiden Express     1,000     -     -
I Insel Hopper       1,000     -     -
B Berg & Tal-Bahn    1,000     -     -

== Players ==

Players        directs  carried  straight  curve  transport  ?
Carl           -              -         -      1          -  1
Bert (starts)  -              -         1      1          -  1

In the bank: 28 dice. On the board as track: 7.

== For your eyes only ==

Behind your screen: 0 dice.
In front of it, for everyone to see: 1 straight, 1 curve, 1 ?.

You may send any of these lines as it stands; what follows # is a
remark:

income                    # 4 dice behind your screen
roll 1?                   # or fewer; the bank adds 1 die
transport eisberg with ?  # for a ?; or for another company
A n                       # a straight
A w                       # a curve
A e                       # a curve
B s                       # a straight, 1 die for river Main
B e                       # a curve, 1 die for river Main
B w                       # a curve, 1 die for river Main
end                       # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, over the border of a sector too.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

You might answer:

income
roll 4h

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Advent, Railroad Dice by mail
https://games.test/games/e2
','<game-e2-1f2067fa27775cba@seats.test>','<game-e2-1f2067fa27775cba@seats.test>','auto-generated',36,1795539600000,'sent',1,1795539600000,'',1795539600000,NULL,9);
INSERT INTO "mail" VALUES(24,'<27fc6800bcb8a46cdeb23097ac7b22f7@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','lobby','Your place at Railroad Dice by mail','Nothing was done yet. This is what would be done; reply `confirm` to do
it.

To confirm, reply to this email. If you write a new one instead, send
the line below, with its code. It works once, within 7 days.

confirm 9FMW CD7W

If you didn''t ask for this, don''t confirm it: someone else knows the
address that you write to. `renew address` gives you a new one.

== Your letter, line by line ==

  1  rule 1 amend give anna 1 hidden FR-11: Anna gets the die th…
     understood: Dispute 1 is closed. The position is corrected. FR-11:
     Income is taken once in a turn, but not in the first year. You get
     four dice behind your screen. If your companies have built more
     than four stations together, you get as many dice as they have
     built. If you lost your last directorship at the end of last year
     and are director of nothing now, you get four dice showing "?" in
     front of your screen instead. Correction: Anna gets 1 die from the
     bank, behind the screen. The game goes on.

Railroad Dice by mail
https://games.test
','<700058a91d20c772224592d5@player.test>','<700058a91d20c772224592d5@player.test>','auto-replied',NULL,1795546800000,'sent',1,1795546800000,'',1795546800000,NULL,6);
INSERT INTO "mail" VALUES(25,'<d5d55fc6c278b4de2dd203db098cb77f@seats.test>',1,0,1,NULL,'anna@player.test','notice','[First Rails e1] Whitsun','Dispute 1 is ruled by the moderator Mona: The position is corrected.
Y1.2 #22

== The rule ==

FR-11: Income is taken once in a turn, but not in the first year. You
get four dice behind your screen. If your companies have built more than
four stations together, you get as many dice as they have built. If you
lost your last directorship at the end of last year and are director of
nothing now, you get four dice showing "?" in front of your screen
instead.

== The ruling ==

   Anna gets the die that she forgot. Next time the report tells.

The dispute https://games.test/games/e1/disputes/1

Bert is to play (year 1, turn 2 of 2), by Saturday 28 November 2026,
05:05 UTC at the latest.

== Notices ==

- Dispute 1 was ruled by the moderator Mona under FR-11: the position is
  corrected. Anna gets the die that she forgot. Next time the report
  tells.
- The game goes on, as nothing is disputed any more; the latest date for
  Bert is Saturday 28 November 2026, 05:05 UTC.

== What happened ==

- Correction: Anna gets 1 die from the bank, behind the screen.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            1     -     9
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         1      4      -  -       5
Bert           -            -         2      4      1  1       8

In the bank: 23 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 1 die, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Your orders for your next turn: they are carried out as soon as it
begins. Send `next turn: nothing` to take them back; others replace
them.

next turn: income
next turn: roll all

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',22,1795547100000,'sent',1,1795547100000,'',1795547100000,NULL,7);
INSERT INTO "mail" VALUES(26,'<00339ad67a53974cae2cf7a34123a5ac@seats.test>',1,1,2,NULL,'bert@player.test','notice','[First Rails e1] Whitsun','Dispute 1 is ruled by the moderator Mona: The position is corrected.
Y1.2 #22

== The rule ==

FR-11: Income is taken once in a turn, but not in the first year. You
get four dice behind your screen. If your companies have built more than
four stations together, you get as many dice as they have built. If you
lost your last directorship at the end of last year and are director of
nothing now, you get four dice showing "?" in front of your screen
instead.

== The ruling ==

   Anna gets the die that she forgot. Next time the report tells.

The dispute https://games.test/games/e1/disputes/1

It is your turn (year 1, turn 2 of 2). The latest date for your orders
is Saturday 28 November 2026, 05:05 UTC.

== Notices ==

- Dispute 1 was ruled by the moderator Mona under FR-11: the position is
  corrected. Anna gets the die that she forgot. Next time the report
  tells.
- The game goes on, as nothing is disputed any more; the latest date for
  Bert is Saturday 28 November 2026, 05:05 UTC.

== What happened ==

- Correction: Anna gets 1 die from the bank, behind the screen.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   -            1     -     9
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna (starts)  -            -         1      4      -  -       5
Bert           -            -         2      4      1  1       8

In the bank: 23 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 2 straights, 4 curves, 1 share, 1
?.

You may send any of these lines as it stands; what follows # is a
remark:

buy eisberg        # a share from the bank, for a share die
buy ueberall       # a share from the bank, for a share die
buy weiden         # a share from the bank, for a share die
buy insel          # a share from the bank, for a share die
buy bergtal        # a share from the bank, for a share die
A w                # a straight
A s                # a curve
A n                # a curve
B n                # a curve
B s                # a curve
end discard s c c  # five dice may stay; or give back others

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, and "onto" with a tile where the line goes over the edge.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

Large tiles are named as they lie: a mountain tile by its mountain
sides, a lake by where the north of this picture points (lake/e: east).

lake              ne                wne
. . . . . . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . . ~ ~ . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . ~ ~ ~ ~ .     . . ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. ~ ~ ~ ~ . .     . . . ^ ^ ^ ^     ^ ^ ^ . ^ ^ ^
. ~ ~ ~ . . .     . . . . ^ ^ ^     ^ ^ . . . ^ ^
. . ~ ~ . . .     . . . . . ^ ^     ^ ^ . . . ^ ^
. . . . . . .     . . . . . . .     . . . . . . .

You might answer:

buy eisberg
A w

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',22,1795547100000,'sent',1,1795547100000,'',1795547100000,NULL,10);
INSERT INTO "mail" VALUES(27,'<0b7193f3c41abe2bb9e9bb93d5215139@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','lobby','Your place at Railroad Dice by mail','All of it is done.

== Your letter, line by line ==

  1  rule 1 amend give anna 1 hidden FR-11: Anna gets the die th…
     done: Dispute 1 is ruled. Everybody in the game is told.
     Correction: Anna gets 1 die from the bank, behind the screen. The
     game goes on.

Answer this mail with what you want next: "lists", "games", "help".

Railroad Dice by mail
https://games.test
','<c24d3d9410feb1c69f5c11c8@player.test>','<c24d3d9410feb1c69f5c11c8@player.test>','auto-replied',NULL,1795547100000,'sent',1,1795547100000,'',1795547100000,NULL,7);
INSERT INTO "mail" VALUES(28,'<f3afb401d9992ad31a1b4cdb0f036054@seats.test>',1,1,2,NULL,'bert@player.test','answer','[First Rails e1] Whitsun','Your orders were carried out.
Y2.1 #30

== Your letter, line by line ==

  1  buy weiden
     done: Bert buys a share of Weiden Express from the bank.
  2  end discard c c
     done: Bert gives back 2 curves and ends the turn.

== Where the game stands ==

It is your turn (year 2, turn 1 of 2). The latest date for your orders
is Saturday 28 November 2026, 20:00 UTC.

== What happened ==

- Directors: Weiden Express Anna.
- Year 2 begins with Bert as start player.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   Anna         1     1     8
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna           W            -         1      4      -  -       5
Bert (starts)  -            -         2      2      -  1       5

In the bank: 26 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 2 straights, 2 curves, 1 ?.

You may send any of these lines as it stands; what follows # is a
remark:

income               # 4 dice behind your screen
roll 1?              # or fewer; the bank adds 1 die
buy eisberg with ?   # a share from the bank, for a ?
buy ueberall with ?  # a share from the bank, for a ?
buy weiden with ?    # a share from the bank, for a ?
buy insel with ?     # a share from the bank, for a ?
buy bergtal with ?   # a share from the bank, for a ?
A w                  # a straight
A s                  # a curve
A n                  # a curve
B n                  # a curve
B s                  # a curve
end                  # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, and "onto" with a tile where the line goes over the edge.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

Large tiles are named as they lie: a mountain tile by its mountain
sides, a lake by where the north of this picture points (lake/e: east).

lake              ne                wne
. . . . . . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . . ~ ~ . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . ~ ~ ~ ~ .     . . ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. ~ ~ ~ ~ . .     . . . ^ ^ ^ ^     ^ ^ ^ . ^ ^ ^
. ~ ~ ~ . . .     . . . . ^ ^ ^     ^ ^ . . . ^ ^
. . ~ ~ . . .     . . . . . ^ ^     ^ ^ . . . ^ ^
. . . . . . .     . . . . . . .     . . . . . . .

You might answer:

income
roll 4h

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<c0fc058d4a6465f0bfcb0f45@player.test>','<game-e1-36a1dfffeb89c047@seats.test> <c0fc058d4a6465f0bfcb0f45@player.test>','auto-replied',30,1795550400000,'sent',1,1795550400000,'',1795550400000,NULL,11);
INSERT INTO "mail" VALUES(29,'<778249e367f3226c79f35bf6a04edd1d@seats.test>',1,0,1,NULL,'anna@player.test','report','[First Rails e1] Whitsun','Year 1 has ended.
Bert is to play (year 2, turn 1 of 2), by Saturday 28 November 2026,
20:00 UTC at the latest.
Y2.1 #30

== What happened ==

- Bert rolls 4 ? + 4 bonus dice: 2 straights, 4 curves, 1 share, 1 ?.
- Correction: Anna gets 1 die from the bank, behind the screen.
- Bert buys a share of Weiden Express from the bank.
- Bert gives back 2 curves and ends the turn.

- Directors: Weiden Express Anna.
- Year 2 begins with Bert as start player.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   Anna         1     1     8
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna           W            -         1      4      -  -       5
Bert (starts)  -            -         2      2      -  1       5

In the bank: 26 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 1 die, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Your orders for your next turn: they are carried out as soon as it
begins. Send `next turn: nothing` to take them back; others replace
them.

next turn: income
next turn: roll all

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',30,1795550400000,'sent',1,1795550400000,'',1795550400000,NULL,8);
INSERT INTO "mail" VALUES(30,'<012169dc5892c31e5df0bd08c66cd3d3@seats.test>',1,1,2,NULL,'bert@player.test','notice','[First Rails e1] Whitsun','Anna disputes what was played at #30.
Y2.1 #30

   I never got that die.

If you have something to say about it, answer "statement 2: ...". The
players and the moderators read it at once, and everybody when the
dispute is closed.

If nobody rules on it by Tuesday 8 December 2026, 20:30 UTC, what was
played stands, and a game that is on hold for it continues.

The dispute https://games.test/games/e1/disputes/2

It is your turn (year 2, turn 1 of 2).
The game is held: no time runs, and orders are kept until it goes on.

== Notices ==

- Anna disputes what was played by Bert in year 1, up to #30. It is
  dispute 2.
- The game is held until there is a ruling on dispute 2.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   Anna         1     1     8
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna           W            -         1      4      -  -       5
Bert (starts)  -            -         2      2      -  1       5

In the bank: 26 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 2 straights, 2 curves, 1 ?.

You may send any of these lines as it stands; what follows # is a
remark:

income               # 4 dice behind your screen
roll 1?              # or fewer; the bank adds 1 die
buy eisberg with ?   # a share from the bank, for a ?
buy ueberall with ?  # a share from the bank, for a ?
buy weiden with ?    # a share from the bank, for a ?
buy insel with ?     # a share from the bank, for a ?
buy bergtal with ?   # a share from the bank, for a ?
A w                  # a straight
A s                  # a curve
A n                  # a curve
B n                  # a curve
B s                  # a curve
end                  # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, and "onto" with a tile where the line goes over the edge.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

Large tiles are named as they lie: a mountain tile by its mountain
sides, a lake by where the north of this picture points (lake/e: east).

lake              ne                wne
. . . . . . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . . ~ ~ . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . ~ ~ ~ ~ .     . . ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. ~ ~ ~ ~ . .     . . . ^ ^ ^ ^     ^ ^ ^ . ^ ^ ^
. ~ ~ ~ . . .     . . . . ^ ^ ^     ^ ^ . . . ^ ^
. . ~ ~ . . .     . . . . . ^ ^     ^ ^ . . . ^ ^
. . . . . . .     . . . . . . .     . . . . . . .

You might answer:

income
roll 4h

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',30,1795552200000,'sent',1,1795552200000,'',1795552200000,NULL,12);
INSERT INTO "mail" VALUES(31,'<332fb4328ba1fff5457073f7a75ad221@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','moderation','Dispute 2: [First Rails e1] Whitsun','Anna disputes what was played at #30 in e1 Whitsun.
The game is held until there is a ruling.

   I never got that die.

If nobody rules on it by Tuesday 8 December 2026, 20:30 UTC, what was
played stands, and a game that is on hold for it continues.

Answer "dispute 2" to be shown it, "ask 2: ..." to ask the players
something, and to rule: "rule 2 uphold FR-31: ...", "rule 2 rollback 25
FR-31: ..." or "rule 2 amend give ... FR-31: ...", with the rule that
decides it and why.

To examine it https://games.test/moderate/disputes/2

Railroad Dice by mail
https://games.test
',NULL,'','auto-generated',NULL,1795552200000,'sent',1,1795552200000,'',1795552200000,NULL,8);
INSERT INTO "mail" VALUES(32,'<6dc132072292e26e20e08f5c3eb22bb5@seats.test>',1,0,1,NULL,'anna@player.test','answer','[First Rails e1] Whitsun','Your orders were carried out.
Y2.1 #30

== Your letter, line by line ==

  1  dispute: I never got that die.
     done: You dispute what was played by Bert in year 1, up to #30.
     Everybody may read that, and your text. The game is held until
     there is a ruling: orders are kept meanwhile, and no time runs. If
     nobody rules within 14 days, what was played stands. The moderators
     are told.

== Where the game stands ==

Bert is to play (year 2, turn 1 of 2).
The game is held: no time runs, and orders are kept until it goes on.

== Notices ==

- The game is held until there is a ruling on dispute 2.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   Anna         1     1     8
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna           W            -         1      4      -  -       5
Bert (starts)  -            -         2      2      -  1       5

In the bank: 26 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 1 die, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Your orders for your next turn: they are carried out as soon as it
begins. Send `next turn: nothing` to take them back; others replace
them.

next turn: income
next turn: roll all

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<cf0dc89011350d71b55b656b@player.test>','<game-e1-36a1dfffeb89c047@seats.test> <cf0dc89011350d71b55b656b@player.test>','auto-replied',30,1795552200000,'sent',1,1795552200000,'',1795552200000,NULL,9);
INSERT INTO "mail" VALUES(33,'<61bd00da96890f965941da44cf663f56@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','lobby','Your place at Railroad Dice by mail','Nothing was done yet. This is what would be done; reply `confirm` to do
it.

To confirm, reply to this email. If you write a new one instead, send
the line below, with its code. It works once, within 7 days.

confirm VNWR 2C3J

If you didn''t ask for this, don''t confirm it: someone else knows the
address that you write to. `renew address` gives you a new one.

== Your letter, line by line ==

  1  rule 2 rollback 22 new dice again FR-11: We begin anew.
     understood: Dispute 2 is closed. The game goes back to #22. FR-11:
     Income is taken once in a turn, but not in the first year. You get
     four dice behind your screen. If your companies have built more
     than four stations together, you get as many dice as they have
     built. If you lost your last directorship at the end of last year
     and are director of nothing now, you get four dice showing "?" in
     front of your screen instead. e1 goes back from #30 to #22. What
     was played since stays in its history. Its dice fall anew. What was
     sent since is carried out again, up to the first that is not legal
     any more. The game goes on.

Railroad Dice by mail
https://games.test
','<fc0acaf4125b1ef6596bd4be@player.test>','<fc0acaf4125b1ef6596bd4be@player.test>','auto-replied',NULL,1795554000000,'sent',1,1795554000000,'',1795554000000,NULL,9);
INSERT INTO "mail" VALUES(34,'<0050c6cc24aedf06971bb07c4ebcdc16@seats.test>',1,0,1,NULL,'anna@player.test','notice','[First Rails e1] Whitsun','Dispute 2 is ruled by the moderator Mona: The game goes back to #22.
Y2.1 #42

== The rule ==

FR-11: Income is taken once in a turn, but not in the first year. You
get four dice behind your screen. If your companies have built more than
four stations together, you get as many dice as they have built. If you
lost your last directorship at the end of last year and are director of
nothing now, you get four dice showing "?" in front of your screen
instead.

== The ruling ==

   We begin anew.

The dispute https://games.test/games/e1/disputes/2

Orders in answer to an older mail are not carried out at once: you are
shown what they would do now.

== Your standing orders ==

You gave these orders on Sunday 22 November 2026, 18:30 UTC, at #16.
They were not carried out: the game was taken back to an earlier
position. Give them anew.

  1  income  (not reached)
  2  roll all  (not reached)

Bert is to play (year 2, turn 1 of 2), by Saturday 28 November 2026,
21:05 UTC at the latest.

== Notices ==

- Dispute 2 was ruled by the moderator Mona under FR-11: the game goes
  back to #22. We begin anew.
- From here on other dice are thrown: those that were seen do not come
  again.
- All that had been played after it was played again.
- The game goes on, as nothing is disputed any more; the latest date for
  Bert is Saturday 28 November 2026, 21:05 UTC.

== What happened ==

- Bert buys a share of Weiden Express from the bank.
- Bert gives back 2 curves and ends the turn.

- Directors: Weiden Express Anna.
- Year 2 begins with Bert as start player.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   Anna         1     1     8
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna           W            -         1      4      -  -       5
Bert (starts)  -            -         2      2      -  1       5

In the bank: 26 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 1 die, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',42,1795554300000,'sent',1,1795554300000,'',1795554300000,NULL,10);
INSERT INTO "mail" VALUES(35,'<78f30b6b803935c1efa1d5755d57b7dc@seats.test>',1,1,2,NULL,'bert@player.test','notice','[First Rails e1] Whitsun','Dispute 2 is ruled by the moderator Mona: The game goes back to #22.
Y2.1 #42

== The rule ==

FR-11: Income is taken once in a turn, but not in the first year. You
get four dice behind your screen. If your companies have built more than
four stations together, you get as many dice as they have built. If you
lost your last directorship at the end of last year and are director of
nothing now, you get four dice showing "?" in front of your screen
instead.

== The ruling ==

   We begin anew.

The dispute https://games.test/games/e1/disputes/2

Orders in answer to an older mail are not carried out at once: you are
shown what they would do now.

It is your turn (year 2, turn 1 of 2). The latest date for your orders
is Saturday 28 November 2026, 21:05 UTC.

== Notices ==

- Dispute 2 was ruled by the moderator Mona under FR-11: the game goes
  back to #22. We begin anew.
- From here on other dice are thrown: those that were seen do not come
  again.
- All that had been played after it was played again.
- The game goes on, as nothing is disputed any more; the latest date for
  Bert is Saturday 28 November 2026, 21:05 UTC.

== What happened ==

- Bert buys a share of Weiden Express from the bank.
- Bert gives back 2 curves and ends the turn.

- Directors: Weiden Express Anna.
- Year 2 begins with Bert as start player.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   Anna         1     1     8
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna           W            -         1      4      -  -       5
Bert (starts)  -            -         2      2      -  1       5

In the bank: 26 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 0 dice, 0 passengers.
In front of it, for everyone to see: 2 straights, 2 curves, 1 ?.

You may send any of these lines as it stands; what follows # is a
remark:

income               # 4 dice behind your screen
roll 1?              # or fewer; the bank adds 1 die
buy eisberg with ?   # a share from the bank, for a ?
buy ueberall with ?  # a share from the bank, for a ?
buy weiden with ?    # a share from the bank, for a ?
buy insel with ?     # a share from the bank, for a ?
buy bergtal with ?   # a share from the bank, for a ?
A w                  # a straight
A s                  # a curve
A n                  # a curve
B n                  # a curve
B s                  # a curve
end                  # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, and "onto" with a tile where the line goes over the edge.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

Large tiles are named as they lie: a mountain tile by its mountain
sides, a lake by where the north of this picture points (lake/e: east).

lake              ne                wne
. . . . . . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . . ~ ~ . .     . ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. . ~ ~ ~ ~ .     . . ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^
. ~ ~ ~ ~ . .     . . . ^ ^ ^ ^     ^ ^ ^ . ^ ^ ^
. ~ ~ ~ . . .     . . . . ^ ^ ^     ^ ^ . . . ^ ^
. . ~ ~ . . .     . . . . . ^ ^     ^ ^ . . . ^ ^
. . . . . . .     . . . . . . .     . . . . . . .

You might answer:

income
roll 4h

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',42,1795554300000,'sent',1,1795554300000,'',1795554300000,NULL,13);
INSERT INTO "mail" VALUES(36,'<83159e7797fc8f338ed418214f19d653@seats.test>',NULL,NULL,3,'zntqr4xvfaw2abht','mona@player.test','lobby','Your place at Railroad Dice by mail','All of it is done.

== Your letter, line by line ==

  1  rule 2 rollback 22 new dice again FR-11: We begin anew.
     done: Dispute 2 is ruled. Everybody in the game is told. e1 has
     gone back to #22. Everybody in it is told. 1 letter or turn sent
     since was carried out again. The game goes on.

Answer this mail with what you want next: "lists", "games", "help".

Railroad Dice by mail
https://games.test
','<8666ce75f75fc5ed01fb9aac@player.test>','<8666ce75f75fc5ed01fb9aac@player.test>','auto-replied',NULL,1795554300000,'sent',1,1795554300000,'',1795554300000,NULL,10);
INSERT INTO "mail" VALUES(37,'<0aece3a2d9adbd18e0c28ada6b89b71f@seats.test>',2,0,4,NULL,'carl@player.test','report','[Germany e2] Advent','It is your turn (year 2, turn 2 of 2). The latest date for your orders
is Thursday 26 November 2026, 17:00 UTC.
Y2.2 #62

== Notices ==

- Bert had time until Wednesday 25 November 2026, 17:00 UTC. Then a
  program played the turn; the seat stays his.

== What happened ==

- Bert builds at end A: n n n, into S10 n. That took 4 ?; A now points n
  at S10 d6.
- Bert gets 2 ? from the bank for the sector entered.
- Bert rolls 1 ? + 1 bonus die: 1 straight, 1 curve.
- Bert ends the turn.

- Passengers come to the stations: Eisberg Tours 1,000; Überall Fahrten
  1,000; Weiden Express 1,000; Insel Hopper 1,000; Berg & Tal-Bahn
  1,000.
- Year 2 begins with Bert as start player.

- Bert takes income: 4 dice behind the screen.
- Bert builds at end A: w n n. That took 1 straight, 1 curve, 1 ?; A now
  points n at S10 c4 in Bielefeld.
- Bert builds a station of Weiden Express at end A, on S10 c4 in
  Bielefeld, and pays 3 hidden dice.
- Bert gets 2 ? from the bank for the station.
- Bert carries the 1,000 passengers who waited for Weiden Express.
- Bert becomes director of Weiden Express.
- Bert builds a station of Berg & Tal-Bahn at end A, on S10 b4 in
  Bielefeld, and pays 1 hidden die, 2 ?.
- Bert gets 2 ? from the bank for the station.
- Bert carries the 1,000 passengers who waited for Berg & Tal-Bahn.
- Bert becomes director of Berg & Tal-Bahn.
- Bert rolls 1 ? + 1 bonus die: 1 straight, 1 ?.
- Bert lays 1 straight at end A, on S10 b3; A now points n at b2.
- Bert ends the turn.

== The line ==

S10, end A                     S14, end B
    a  b  c  d  e  f  g            a  b  c  d  e  f  g
 1  .  .  .  w  .  .  .  1      1  ^  ^  .  │  .  .  .  1
 2  . <A> .  w W3 Ü3  .  2      2  ^  .  .  │  .  .  ^  2
 3  .  │  .  w *3  .  .  3      3  .  .  .  │  .  .  ^  3
 4  e [B][W] w  .  .  .  4      4  .  .  .  │  .  ^  .  4
 5  e  e  │  w  w  .  ^  5      5  . I3  ┌──┘  .  ^  .  5
 6  .  .  └──┐  w  .  .  6      6  r B6m<B> .  .  .  .  6
 7  ^  ^  .  │  w  .  .  7      7  r  .  m  m  .  m  m  7
    a  b  c  d  e  f  g            a  b  c  d  e  f  g

 . grass   ^ mountain   w Weser   e Ems   r Rhein   m Main
 Ü3 Überall Fahrten   W3 [W] Weiden Express   I3 Insel Hopper
 B6 [B] Berg & Tal-Bahn   *3 S10 e3: E, I, B   *6 S14 c6: E, W
 <A> <B> where the line goes on

A: S10 b3, points n at b2 (grass)
   The line may leave S10: 7 pieces lie there.
   Beyond: n S6 (wins 2 ?), e S11 (wins 2 ?), s S14 (closed by end B), w
      S9 (wins 2 ?).
B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)
   Extra cost of track there: 1 die for river Main.
   Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main):
      Eisberg Tours, Weiden Express.
   The line may leave S14: 6 pieces lie there.
   Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?),
      w S13 (wins 2 ?).
Free town squares, and the dice that a station takes there now:
   S10: Hannover e2 purple 3, f2 blue 3, e3 white 3 (Eisberg Tours,
      Insel Hopper, Berg & Tal-Bahn)
   S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6
      white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)

== Germany ==

 +-S1-----------+-S2-----------+-S3-----------+-S4-----------+
 |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |
 +-S5-----------+-S6-----------+-S7-----------+-S8-----------+
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |
 |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |
 |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |
 |          e . |. w w . . . . |b b . . . . . |h . . o       |
 |          e . |. I3W4w . . . |. b b b . . . |h . . o       |
 |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |
 +-S9-----------+-S10*---------+-S11----------+-S12----------+
 |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |
 |      (). e . |. <A. w W3Ü3. |. . . b b h h |h B6*6p o     |
 |        . e . |. │ . w *3. . |. . . I6. . . |. Ü5W5p o     |
 |      . . I4e |e B#W#w . . . |. . . Ü4b b . |. . . p o o   |
 |  r r . . . . |e e │ w w . ^ |^ ^ . . a b b |b . . p *4s   |
 |  . r E5Ü3*3. |. . └─┐ w . . |^ ^ . *3E6I3. |b . . . p s   |
 |  . r r . . ^ |^ ^ . │ w . . |. . . . a . . |b b . . p s   |
 +-S13----------+-S14*---------+-S15----------+-S16----------+
 |  . . r . . ^ |^ ^ . │ . . . |. . . a a . . |. b b b p s   |
 |  E3. B4I5. . |^ . . │ . . ^ |. W3. a . . . |. . B3E4      |
 |  ^ . *6W6. . |. . . │ . . ^ |^ ^ . a . . . |^ ^           |
 |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |
 |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |
 |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |
 |  ()l l . . . |r . m m . m m |m m . . . .   |              |
 +-S17----------+-S18----------+-S19----------+-S20----------+
 |  l l . . . . |r . . m m m . |. . . . . .   |              |
 |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |
 |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |
 |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |
 |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |
 |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |
 |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |
 +-S21----------+-S22----------+-S23----------+--------------+
 |          r ^ |k^k d^d d . . |. . . i . n n |              |
 |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |
 |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |
 |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |
 |              |            ^ |              |              |
 |              |              |              |              |
 |              |              |              |              |
 +--------------+--------------+--------------+--------------+

 * being built on   <A <B where the line goes on   E Eisberg Tours
 Ü Überall Fahrten   W Weiden Express   I Insel Hopper
 B Berg & Tal-Bahn
 letter and number: free town square, dice for a station there now
 letter#: station   () open country, -- used up   r Rhein   m Main
 k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems
 b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße
 rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3
 m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3
 n: S23 f2   w: S6 c6   e: S5 e4, S9 f4
 b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5
 * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B
 S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B
 S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W
 S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I
 S20 c6: E, Ü, W, I, B   S23 d3: E, W

Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4
b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria
(S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice),
Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9
d2, 5 dice).

== Companies ==

Stations           colour  director  standing  left
E Eisberg Tours    green   -                -     7
Ü Überall Fahrten  blue    -                -     7
W Weiden Express   purple  Bert             1     6
I Insel Hopper     yellow  -                -     9
B Berg & Tal-Bahn  red     Bert             1     8

Passengers         waiting  Carl   Bert
E Eisberg Tours      3,000     -      -
Ü Überall Fahrten    1,000     -      -
W Weiden Express         -     -  1,000
I Insel Hopper       1,000     -      -
B Berg & Tal-Bahn        -     -  1,000

== Players ==

Players        directs  carried  straight  curve  transport  ?
Carl           -              -         -      1          -  1
Bert (starts)  WB         2,000         -      -          -  2

In the bank: 25 dice. On the board as track: 11.

== For your eyes only ==

Behind your screen: 0 dice.
In front of it, for everyone to see: 1 curve, 1 ?.

You may send any of these lines as it stands; what follows # is a
remark:

income                    # 4 dice behind your screen
roll 1?                   # or fewer; the bank adds 1 die
transport eisberg with ?  # for a ?; or for another company
A n?                      # a ?
A w                       # a curve
A e                       # a curve
B e                       # a curve, 1 die for river Main
B w                       # a curve, 1 die for river Main
end                       # ends your turn

Track: each letter is one piece and says where the line points after it,
n, e, s or w, so the same way again is a straight and a turn is a curve.
A ? behind a letter uses a ? for that piece. Write more letters to lay
more pieces, over the border of a sector too.

What is to be paid is paid with hidden dice first, then with ?; add for
example "pay 2h 1?" to an order to choose.

You might answer:

income
roll 4h

Just reply to this mail, your orders on top, one on a line. With "check"
as the first line nothing is done and you are told what would happen.
"undo" and "restart" take back what no roll has made final. "help"
explains all orders.

Advent, Railroad Dice by mail
https://games.test/games/e2
','<game-e2-1f2067fa27775cba@seats.test>','<game-e2-1f2067fa27775cba@seats.test>','auto-generated',62,1795626000000,'sent',1,1795626000000,'',1795626000000,NULL,4);
INSERT INTO "mail" VALUES(38,'<09046918f7a16ad74908bf596c6eac43@seats.test>',2,1,2,NULL,'bert@player.test','report','[Germany e2] Advent','Carl is to play (year 2, turn 2 of 2), by Thursday 26 November 2026,
17:00 UTC at the latest.
Y2.2 #62

== Notices ==

- Bert had time until Wednesday 25 November 2026, 17:00 UTC. Then a
  program played the turn; the seat stays his.

== What happened ==

- Bert takes income: 4 dice behind the screen.
- Bert builds at end A: w n n. That took 1 straight, 1 curve, 1 ?; A now
  points n at S10 c4 in Bielefeld.
- Bert builds a station of Weiden Express at end A, on S10 c4 in
  Bielefeld, and pays 3 hidden dice.
- Bert gets 2 ? from the bank for the station.
- Bert carries the 1,000 passengers who waited for Weiden Express.
- Bert becomes director of Weiden Express.
- Bert builds a station of Berg & Tal-Bahn at end A, on S10 b4 in
  Bielefeld, and pays 1 hidden die, 2 ?.
- Bert gets 2 ? from the bank for the station.
- Bert carries the 1,000 passengers who waited for Berg & Tal-Bahn.
- Bert becomes director of Berg & Tal-Bahn.
- Bert rolls 1 ? + 1 bonus die: 1 straight, 1 ?.
- Bert lays 1 straight at end A, on S10 b3; A now points n at b2.
- Bert ends the turn.

== The line ==

S10, end A                     S14, end B
    a  b  c  d  e  f  g            a  b  c  d  e  f  g
 1  .  .  .  w  .  .  .  1      1  ^  ^  .  │  .  .  .  1
 2  . <A> .  w W3 Ü3  .  2      2  ^  .  .  │  .  .  ^  2
 3  .  │  .  w *3  .  .  3      3  .  .  .  │  .  .  ^  3
 4  e [B][W] w  .  .  .  4      4  .  .  .  │  .  ^  .  4
 5  e  e  │  w  w  .  ^  5      5  . I3  ┌──┘  .  ^  .  5
 6  .  .  └──┐  w  .  .  6      6  r B6m<B> .  .  .  .  6
 7  ^  ^  .  │  w  .  .  7      7  r  .  m  m  .  m  m  7
    a  b  c  d  e  f  g            a  b  c  d  e  f  g

 . grass   ^ mountain   w Weser   e Ems   r Rhein   m Main
 Ü3 Überall Fahrten   W3 [W] Weiden Express   I3 Insel Hopper
 B6 [B] Berg & Tal-Bahn   *3 S10 e3: E, I, B   *6 S14 c6: E, W
 <A> <B> where the line goes on

A: S10 b3, points n at b2 (grass)
   The line may leave S10: 7 pieces lie there.
   Beyond: n S6 (wins 2 ?), e S11 (wins 2 ?), s S14 (closed by end B), w
      S9 (wins 2 ?).
B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)
   Extra cost of track there: 1 die for river Main.
   Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main):
      Eisberg Tours, Weiden Express.
   The line may leave S14: 6 pieces lie there.
   Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?),
      w S13 (wins 2 ?).
Free town squares, and the dice that a station takes there now:
   S10: Hannover e2 purple 3, f2 blue 3, e3 white 3 (Eisberg Tours,
      Insel Hopper, Berg & Tal-Bahn)
   S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6
      white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)

== Germany ==

 +-S1-----------+-S2-----------+-S3-----------+-S4-----------+
 |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |
 +-S5-----------+-S6-----------+-S7-----------+-S8-----------+
 |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |
 |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |
 |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |
 |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |
 |          e . |. w w . . . . |b b . . . . . |h . . o       |
 |          e . |. I3W4w . . . |. b b b . . . |h . . o       |
 |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |
 +-S9-----------+-S10*---------+-S11----------+-S12----------+
 |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |
 |      (). e . |. <A. w W3Ü3. |. . . b b h h |h B6*6p o     |
 |        . e . |. │ . w *3. . |. . . I6. . . |. Ü5W5p o     |
 |      . . I4e |e B#W#w . . . |. . . Ü4b b . |. . . p o o   |
 |  r r . . . . |e e │ w w . ^ |^ ^ . . a b b |b . . p *4s   |
 |  . r E5Ü3*3. |. . └─┐ w . . |^ ^ . *3E6I3. |b . . . p s   |
 |  . r r . . ^ |^ ^ . │ w . . |. . . . a . . |b b . . p s   |
 +-S13----------+-S14*---------+-S15----------+-S16----------+
 |  . . r . . ^ |^ ^ . │ . . . |. . . a a . . |. b b b p s   |
 |  E3. B4I5. . |^ . . │ . . ^ |. W3. a . . . |. . B3E4      |
 |  ^ . *6W6. . |. . . │ . . ^ |^ ^ . a . . . |^ ^           |
 |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |
 |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |
 |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |
 |  ()l l . . . |r . m m . m m |m m . . . .   |              |
 +-S17----------+-S18----------+-S19----------+-S20----------+
 |  l l . . . . |r . . m m m . |. . . . . .   |              |
 |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |
 |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |
 |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |
 |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |
 |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |
 |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |
 +-S21----------+-S22----------+-S23----------+--------------+
 |          r ^ |k^k d^d d . . |. . . i . n n |              |
 |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |
 |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |
 |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |
 |              |            ^ |              |              |
 |              |              |              |              |
 |              |              |              |              |
 +--------------+--------------+--------------+--------------+

 * being built on   <A <B where the line goes on   E Eisberg Tours
 Ü Überall Fahrten   W Weiden Express   I Insel Hopper
 B Berg & Tal-Bahn
 letter and number: free town square, dice for a station there now
 letter#: station   () open country, -- used up   r Rhein   m Main
 k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems
 b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße
 rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3
 m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3
 n: S23 f2   w: S6 c6   e: S5 e4, S9 f4
 b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5
 * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B
 S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B
 S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W
 S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I
 S20 c6: E, Ü, W, I, B   S23 d3: E, W

Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4
b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria
(S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice),
Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9
d2, 5 dice).

== Companies ==

Stations           colour  director  standing  left
E Eisberg Tours    green   -                -     7
Ü Überall Fahrten  blue    -                -     7
W Weiden Express   purple  Bert             1     6
I Insel Hopper     yellow  -                -     9
B Berg & Tal-Bahn  red     Bert             1     8

Passengers         waiting  Carl   Bert
E Eisberg Tours      3,000     -      -
Ü Überall Fahrten    1,000     -      -
W Weiden Express         -     -  1,000
I Insel Hopper       1,000     -      -
B Berg & Tal-Bahn        -     -  1,000

== Players ==

Players        directs  carried  straight  curve  transport  ?
Carl           -              -         -      1          -  1
Bert (starts)  WB         2,000         -      -          -  2

In the bank: 25 dice. On the board as track: 11.

== For your eyes only ==

Behind your screen: 0 dice.
In front of it, for everyone to see: 2 ?.

Advent, Railroad Dice by mail
https://games.test/games/e2
','<game-e2-1f2067fa27775cba@seats.test>','<game-e2-1f2067fa27775cba@seats.test>','auto-generated',62,1795626000000,'sent',1,1795626000000,'',1795626000000,NULL,14);
INSERT INTO "mail" VALUES(39,'<93ad21e7294fdfd7d2e91edfe157ed4e@seats.test>',1,1,2,NULL,'bert@player.test','press','[First Rails e1] Whitsun','Anna writes to you:

   Sorry.

To answer, reply to this mail with:

press anna: ...

A longer text goes on the lines below: put nothing behind the colon. It
ends with your letter, or with "end press", and orders may stand before
or behind it. With "mute anna" you are not mailed such messages any
more.

Whitsun, Railroad Dice by mail
https://games.test/games/e1/press
','<game-e1-36a1dfffeb89c047@seats.test>','<game-e1-36a1dfffeb89c047@seats.test>','auto-generated',42,1795633200000,'sent',1,1795633200000,'',1795633200000,NULL,15);
INSERT INTO "mail" VALUES(40,'<757a6ef4f6e9dc66836405227a4e87a0@seats.test>',1,0,1,NULL,'anna@player.test','answer','[First Rails e1] Whitsun','Your orders were carried out.
Y2.1 #42

== Your letter, line by line ==

  1  press bert: Sorry.
     done: It goes to Bert.

== Where the game stands ==

Bert is to play (year 2, turn 1 of 2), by Saturday 28 November 2026,
21:05 UTC at the latest.

== The line ==

T1 (grass), both ends
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .  1
 2  .  .  .  .  .  .  .  2
 3  .  .  .  .  .  .  .  3
 4  .  . <A>─────────<B> 4
 5  .  .  .  .  .  .  .  5
 6  .  .  .  .  .  .  .  6
 7  .  .  .  .  .  .  .  7
    a  b  c  d  e  f  g

 . grass   <A> <B> where the line goes on

A: T1 d4, points w at c4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   Stations that fit there, and their prices: grassland station (Überall
      Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn
      3/5).
B: T1 f4, points e at g4 (grass)
   The line may leave T1 after 2 more pieces: 3 of 5 lie there.
   No station there: T1 g4 lies at the border of its tile, where no
      station may stand.
New tiles that fit beside T1:
   n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne
   e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes
   s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw
   w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw

== The landscape ==

 +-----+
 |T1*  |
 |     |
 +-----+

 * tiles being built on

Small tiles left (34): grassland 8, lake 8, mountains on two sides 9,
mountains on three sides 9

== Companies ==

Shares             director  Anna  Bert  bank
E Eisberg Tours    -            -     -    10
Ü Überall Fahrten  -            -     -    10
W Weiden Express   Anna         1     1     8
I Insel Hopper     -            -     -    10
B Berg & Tal-Bahn  -            -     -    10

Stations left      mountain  lake     grassland  built  chain
E Eisberg Tours    2x3 2x5   2x3 2x5  -              -      -
Ü Überall Fahrten  1x3 1x5   1x3 1x5  3x3 1x5        -      -
W Weiden Express   -         -        5x3 3x5        -      -
I Insel Hopper     -         3x3 2x5  3x3 2x5        -      -
B Berg & Tal-Bahn  3x3 2x5   -        3x3 2x5        -      -

2x3: two stations for 3 dice each. chain: tiles in the longest chain,
each bringing 1,000 passengers a year.

== Players ==

Players        directs  built  straight  curve  share  ?  in all
Anna           W            -         1      4      -  -       5
Bert (starts)  -            -         2      2      -  1       5

In the bank: 26 dice. On the board as track: 3.

== For your eyes only ==

Behind your screen: 1 die, 0 passengers.
In front of it, for everyone to see: 1 straight, 4 curves.

Whitsun, Railroad Dice by mail
https://games.test/games/e1
','<ea5de0edcfc36acb253f3894@player.test>','<game-e1-36a1dfffeb89c047@seats.test> <ea5de0edcfc36acb253f3894@player.test>','auto-replied',42,1795633200000,'sent',1,1795633200000,'',1795633200000,NULL,11);
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
INSERT INTO "mail_document" VALUES(1,'["en",[["Lead",["It is your turn (year 1, turn 1 of 2). The latest date for your orders is Thursday 26 November 2026, 17:00 UTC."],"Y1.1 #6"],["Heading","What happened"],["Bullets",["The game begins: Anna, Bert, with 40 dice.","Year 1 begins with Anna as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[3,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 d4, points e at e4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>───<B> .  .  4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 4 more pieces: 1 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 d4, points e at e4 (grass)",["The line may leave T1 after 4 more pieces: 1 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","-","-","10"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","-","-","-","4","4"],["Bert","-","-","-","-","-","4","4"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 31 dice. On the board as track: 1."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 4 ?.",0,["?","?","?","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["roll 4?","or fewer; the bank adds 4 dice"],["buy eisberg with ?","a share from the bank, for a ?"],["buy ueberall with ?","a share from the bank, for a ?"],["buy weiden with ?","a share from the bank, for a ?"],["buy insel with ?","a share from the bank, for a ?"],["buy bergtal with ?","a share from the bank, for a ?"],["A w?","a ?"],["A s?","a ?"],["A n?","a ?"],["B e?","a ?"],["B n?","a ?"],["B s?","a ?"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, and \"onto\" with a tile where the line goes over the edge."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","Large tiles are named as they lie: a mountain tile by its mountain sides, a lake by where the north of this picture points (lake/e: east)."],["Tiles",[["lake",[". . . . . . .",". . . ~ ~ . .",". . ~ ~ ~ ~ .",". ~ ~ ~ ~ . .",". ~ ~ ~ . . .",". . ~ ~ . . .",". . . . . . ."]],["ne",[". ^ ^ ^ ^ ^ ^",". ^ ^ ^ ^ ^ ^",". . ^ ^ ^ ^ ^",". . . ^ ^ ^ ^",". . . . ^ ^ ^",". . . . . ^ ^",". . . . . . ."]],["wne",["^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ . ^ ^ ^","^ ^ . . . ^ ^","^ ^ . . . ^ ^",". . . . . . ."]]]],["Paragraph","You might answer:"],["Orders",[["roll 4?",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Lines",["All throws follow from a seed that is kept secret until the game is over. Its SHA-256 is","96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47"]],["Paragraph","Nobody can change the dice once the game has begun, and no player alone can choose or foresee them: the seed was fixed, and its SHA-256 shown, before anyone''s words for the dice were known."],["Paragraph","This does not prove that the host is honest. Whoever runs the server knows the seed, so they, or a player they help, can choose the last words by trying until the dice fall as they like."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(2,'["en",[["Lead",["Anna is to play (year 1, turn 1 of 2), by Thursday 26 November 2026, 17:00 UTC at the latest."],"Y1.1 #6"],["Heading","What happened"],["Bullets",["The game begins: Anna, Bert, with 40 dice.","Year 1 begins with Anna as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[3,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 d4, points e at e4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>───<B> .  .  4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 4 more pieces: 1 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 d4, points e at e4 (grass)",["The line may leave T1 after 4 more pieces: 1 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","-","-","10"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","-","-","-","4","4"],["Bert","-","-","-","-","-","4","4"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 31 dice. On the board as track: 1."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 4 ?.",0,["?","?","?","?"]],["Lines",["All throws follow from a seed that is kept secret until the game is over. Its SHA-256 is","96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47"]],["Paragraph","Nobody can change the dice once the game has begun, and no player alone can choose or foresee them: the seed was fixed, and its SHA-256 shown, before anyone''s words for the dice were known."],["Paragraph","This does not prove that the host is honest. Whoever runs the server knows the seed, so they, or a player they help, can choose the last words by trying until the dice fall as they like."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(3,'["en",[["Lead",["It is your turn (year 1, turn 1 of 2). The latest date for your orders is Monday 23 November 2026, 17:00 UTC."],"Y1.1 #6"],["Heading","What happened"],["Bullets",["The game begins: Carl, Bert, with 40 dice.","Year 1 begins with Carl as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"current":[14],"pieces":[{"square":[10,24],"sides":[0,2]}],"ends":[{"name":"A","square":[10,24],"is_station":false,"ways":[0]},{"name":"B","square":[10,24],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S14 d4, points n at d3 (grass); B: S14 d4, points s at d5 (grass).",["S14, both ends","    a  b  c  d  e  f  g"," 1  ^  ^  .  .  .  .  .  1"," 2  ^  .  .  .  .  .  ^  2"," 3  .  .  . <A> .  .  ^  3"," 4  .  .  .  │  .  ^  .  4"," 5  . I3 Ü5 <B> .  ^  .  5"," 6  r B6m*6m .  .  .  .  6"," 7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g",""," . grass   ^ mountain   r Rhein   m Main   Ü5 Überall Fahrten"," I3 Insel Hopper   B6 Berg & Tal-Bahn   *6 S14 c6: E, W"," <A> <B> where the line goes on"],"germany"],["Entries",[["A: S14 d4, points n at d3 (grass)",["The line may leave S14 after 4 more pieces: 1 of 5 lie there.","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["B: S14 d4, points s at d5 (grass)",["The line may leave S14 after 4 more pieces: 1 of 5 lie there.","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice that a station takes there now:",["S14: Frankfurt b5 yellow 3, c5 blue 5, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10----------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3Ü5<B. ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6*6. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the line goes on   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice for a station there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","-","-","7"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","-","-","9"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","-","-","-"],["Ü Überall Fahrten","-","-","-"],["W Weiden Express","-","-","-"],["I Insel Hopper","-","-","-"],["B Berg & Tal-Bahn","-","-","-"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl (starts)","-","-","-","-","-","4"],["Bert","-","-","-","-","-","4"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 31 dice. On the board as track: 1."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 4 ?.",0,["?","?","?","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["roll 4?","or fewer; the bank adds 4 dice"],["transport eisberg with ?","for a ?; or for another company"],["A n?","a ?"],["A w?","a ?"],["A e?","a ?"],["B s?","a ?"],["B e?","a ?"],["B w?","a ?"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, over the border of a sector too."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","You might answer:"],["Orders",[["roll 4?",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Lines",["All throws follow from a seed that is kept secret until the game is over. Its SHA-256 is","66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"]],["Paragraph","Nobody can change the dice once the game has begun, and no player alone can choose or foresee them: the seed was fixed, and its SHA-256 shown, before anyone''s words for the dice were known."],["Paragraph","This does not prove that the host is honest. Whoever runs the server knows the seed, so they, or a player they help, can choose the last words by trying until the dice fall as they like."],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(4,'["en",[["Lead",["Carl is to play (year 1, turn 1 of 2), by Monday 23 November 2026, 17:00 UTC at the latest."],"Y1.1 #6"],["Heading","What happened"],["Bullets",["The game begins: Carl, Bert, with 40 dice.","Year 1 begins with Carl as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"current":[14],"pieces":[{"square":[10,24],"sides":[0,2]}],"ends":[{"name":"A","square":[10,24],"is_station":false,"ways":[0]},{"name":"B","square":[10,24],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S14 d4, points n at d3 (grass); B: S14 d4, points s at d5 (grass).",["S14, both ends","    a  b  c  d  e  f  g"," 1  ^  ^  .  .  .  .  .  1"," 2  ^  .  .  .  .  .  ^  2"," 3  .  .  . <A> .  .  ^  3"," 4  .  .  .  │  .  ^  .  4"," 5  . I3 Ü5 <B> .  ^  .  5"," 6  r B6m*6m .  .  .  .  6"," 7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g",""," . grass   ^ mountain   r Rhein   m Main   Ü5 Überall Fahrten"," I3 Insel Hopper   B6 Berg & Tal-Bahn   *6 S14 c6: E, W"," <A> <B> where the line goes on"],"germany"],["Entries",[["A: S14 d4, points n at d3 (grass)",["The line may leave S14 after 4 more pieces: 1 of 5 lie there.","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["B: S14 d4, points s at d5 (grass)",["The line may leave S14 after 4 more pieces: 1 of 5 lie there.","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice that a station takes there now:",["S14: Frankfurt b5 yellow 3, c5 blue 5, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10----------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3Ü5<B. ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6*6. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the line goes on   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice for a station there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","-","-","7"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","-","-","9"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","-","-","-"],["Ü Überall Fahrten","-","-","-"],["W Weiden Express","-","-","-"],["I Insel Hopper","-","-","-"],["B Berg & Tal-Bahn","-","-","-"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl (starts)","-","-","-","-","-","4"],["Bert","-","-","-","-","-","4"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 31 dice. On the board as track: 1."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 4 ?.",0,["?","?","?","?"]],["Lines",["All throws follow from a seed that is kept secret until the game is over. Its SHA-256 is","66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"]],["Paragraph","Nobody can change the dice once the game has begun, and no player alone can choose or foresee them: the seed was fixed, and its SHA-256 shown, before anyone''s words for the dice were known."],["Paragraph","This does not prove that the host is honest. Whoever runs the server knows the seed, so they, or a player they help, can choose the last words by trying until the dice fall as they like."],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(5,'["en",[["Lead",["Your orders were carried out."],"Y1.2 #16"],["Heading","Your letter, line by line"],["Fates",[[1,"roll 4?","good","done","Anna rolls 4 ? + 4 bonus dice: 3 straights, 4 curves, 1 share.",""],[2,"buy weiden","good","done","Anna buys a share of Weiden Express from the bank.",""],[3,"B e e","good","done","Anna builds at end B: e e. That took 2 straights; B now points e at T1 g4.",""],[4,"end","good","done","Anna ends the turn.",""]]],["Heading","Where the game stands"],["Lines",["Bert is to play (year 1, turn 2 of 2), by Thursday 26 November 2026, 18:00 UTC at the latest."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","-","-","-","4","4"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 28 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",0,["straight","curve","curve","curve","curve"]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(6,'["en",[["Lead",["It is your turn (year 1, turn 2 of 2). The latest date for your orders is Thursday 26 November 2026, 18:00 UTC."],"Y1.2 #16"],["Heading","What happened"],["Bullets",["Anna rolls 4 ? + 4 bonus dice: 3 straights, 4 curves, 1 share.","Anna buys a share of Weiden Express from the bank.","Anna builds at end B: e e. That took 2 straights; B now points e at T1 g4.","Anna ends the turn."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","-","-","-","4","4"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 28 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 4 ?.",0,["?","?","?","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["roll 4?","or fewer; the bank adds 4 dice"],["buy eisberg with ?","a share from the bank, for a ?"],["buy ueberall with ?","a share from the bank, for a ?"],["buy weiden with ?","a share from the bank, for a ?"],["buy insel with ?","a share from the bank, for a ?"],["buy bergtal with ?","a share from the bank, for a ?"],["A w?","a ?"],["A s?","a ?"],["A n?","a ?"],["B n?","a ?"],["B s?","a ?"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, and \"onto\" with a tile where the line goes over the edge."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","Large tiles are named as they lie: a mountain tile by its mountain sides, a lake by where the north of this picture points (lake/e: east)."],["Tiles",[["lake",[". . . . . . .",". . . ~ ~ . .",". . ~ ~ ~ ~ .",". ~ ~ ~ ~ . .",". ~ ~ ~ . . .",". . ~ ~ . . .",". . . . . . ."]],["ne",[". ^ ^ ^ ^ ^ ^",". ^ ^ ^ ^ ^ ^",". . ^ ^ ^ ^ ^",". . . ^ ^ ^ ^",". . . . ^ ^ ^",". . . . . ^ ^",". . . . . . ."]],["wne",["^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ . ^ ^ ^","^ ^ . . . ^ ^","^ ^ . . . ^ ^",". . . . . . ."]]]],["Paragraph","You might answer:"],["Orders",[["roll 4?",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(7,'["en",[["Lead",["Anna writes to all:"],""],["Speech",["Good luck!"]],["Paragraph","To answer, reply to this mail with:"],["Orders",[["press anna: ...",""]]],["Paragraph","A longer text goes on the lines below: put nothing behind the colon. It ends with your letter, or with \"end press\", and orders may stand before or behind it. With \"mute anna\" you are not mailed such messages any more."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1/press"]]]');
INSERT INTO "mail_document" VALUES(8,'["en",[["Lead",["Your orders were carried out."],"Y1.2 #16"],["Heading","Your letter, line by line"],["Fates",[[1,"next turn: income","good","done","This waits for your next turn.",""],[2,"next turn: roll all","good","done","This waits for your next turn.",""],[3,"press all: Good luck!","good","done","It goes to Bert. Everybody may read it on the game''s page.",""]]],["Heading","Where the game stands"],["Lines",["Bert is to play (year 1, turn 2 of 2), by Thursday 26 November 2026, 18:00 UTC at the latest."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","-","-","-","4","4"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 28 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",0,["straight","curve","curve","curve","curve"]],["Paragraph","Your orders for your next turn: they are carried out as soon as it begins. Send `next turn: nothing` to take them back; others replace them."],["Orders",[["next turn: income",""],["next turn: roll all",""]]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(9,'["en",[["Lead",["Bert disputes what was played at #16."],"Y1.2 #18"],["Speech",["Anna forgot her income, and the server did not tell her."]],["Paragraph","If you have something to say about it, answer \"statement 1: ...\". The players and the moderators read it at once, and everybody when the dispute is closed."],["Paragraph","If nobody rules on it by Monday 7 December 2026, 08:00 UTC, what was played stands, and a game that is on hold for it continues."],["Link","The dispute","https://games.test/games/e1/disputes/1","https://games.test/games/e1/disputes/1"],["Lines",["Bert is to play (year 1, turn 2 of 2).","The game is held: no time runs, and orders are kept until it goes on."]],["Heading","Notices"],["Bullets",["Bert disputes what was played by Anna in year 1, up to #16. It is dispute 1.","The game is held until there is a ruling on dispute 1."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","2","4","1","1","8"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 24 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",0,["straight","curve","curve","curve","curve"]],["Paragraph","Your orders for your next turn: they are carried out as soon as it begins. Send `next turn: nothing` to take them back; others replace them."],["Orders",[["next turn: income",""],["next turn: roll all",""]]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(10,'["en",[["Lead",["Bert disputes what was played at #16 in e1 Whitsun.","The game is held until there is a ruling."],""],["Speech",["Anna forgot her income, and the server did not tell her."]],["Paragraph","If nobody rules on it by Monday 7 December 2026, 08:00 UTC, what was played stands, and a game that is on hold for it continues."],["Paragraph","Answer \"dispute 1\" to be shown it, \"ask 1: ...\" to ask the players something, and to rule: \"rule 1 uphold FR-31: ...\", \"rule 1 rollback 13 FR-31: ...\" or \"rule 1 amend give ... FR-31: ...\", with the rule that decides it and why."],["Link","To examine it","https://games.test/moderate/disputes/1","https://games.test/moderate/disputes/1"],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(11,'["en",[["Lead",["Your orders were carried out."],"Y1.2 #18"],["Heading","Your letter, line by line"],["Fates",[[1,"roll 4?","good","done","Bert rolls 4 ? + 4 bonus dice: 2 straights, 4 curves, 1 share, 1 ?.",""],[2,"dispute: Anna forgot her income, and the server did not tel…","good","done","You dispute what was played by Anna in year 1, up to #16. Everybody may read that, and your text. The game is held until there is a ruling: orders are kept meanwhile, and no time runs. If nobody rules within 14 days, what was played stands. The moderators are told.",""]]],["Heading","Where the game stands"],["Lines",["It is your turn (year 1, turn 2 of 2).","The game is held: no time runs, and orders are kept until it goes on."]],["Heading","Notices"],["Bullets",["The game is held until there is a ruling on dispute 1."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","2","4","1","1","8"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 24 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 2 straights, 4 curves, 1 share, 1 ?.",0,["straight","straight","curve","curve","curve","curve","share","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["buy eisberg","a share from the bank, for a share die"],["buy ueberall","a share from the bank, for a share die"],["buy weiden","a share from the bank, for a share die"],["buy insel","a share from the bank, for a share die"],["buy bergtal","a share from the bank, for a share die"],["A w","a straight"],["A s","a curve"],["A n","a curve"],["B n","a curve"],["B s","a curve"],["end discard s c c","five dice may stay; or give back others"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, and \"onto\" with a tile where the line goes over the edge."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","Large tiles are named as they lie: a mountain tile by its mountain sides, a lake by where the north of this picture points (lake/e: east)."],["Tiles",[["lake",[". . . . . . .",". . . ~ ~ . .",". . ~ ~ ~ ~ .",". ~ ~ ~ ~ . .",". ~ ~ ~ . . .",". . ~ ~ . . .",". . . . . . ."]],["ne",[". ^ ^ ^ ^ ^ ^",". ^ ^ ^ ^ ^ ^",". . ^ ^ ^ ^ ^",". . . ^ ^ ^ ^",". . . . ^ ^ ^",". . . . . ^ ^",". . . . . . ."]],["wne",["^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ . ^ ^ ^","^ ^ . . . ^ ^","^ ^ . . . ^ ^",". . . . . . ."]]]],["Paragraph","You might answer:"],["Orders",[["buy eisberg",""],["A w",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(12,'["en",[["Lead",["Bert is to play (year 1, turn 2 of 2), by Tuesday 24 November 2026, 17:00 UTC at the latest."],"Y1.2 #20"],["Heading","Notices"],["Bullets",["Carl had time until Monday 23 November 2026, 17:00 UTC. Then a program played the turn; the seat stays his."]],["Heading","What happened"],["Bullets",["Carl lays 1 ? at end B, on S14 d5; B now points w at S14 c5 in Frankfurt.","Carl rolls 2 ? + 2 bonus dice: 2 curves, 2 transport symbols.","Carl lays 1 curve at end B, on S14 c5 in Frankfurt; B now points s at S14 c6 in Frankfurt.","Carl uses 2 transport symbols; more passengers wait: Eisberg Tours 2,000.","Carl ends the turn."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"current":[14],"pieces":[{"square":[10,24],"sides":[0,2]},{"square":[10,25],"sides":[0,3],"is_new":true},{"square":[9,25],"sides":[1,2],"is_new":true}],"ends":[{"name":"A","square":[10,24],"is_station":false,"ways":[0]},{"name":"B","square":[9,25],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S14 d4, points n at d3 (grass); B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main).",["S14, both ends","    a  b  c  d  e  f  g"," 1  ^  ^  .  .  .  .  .  1"," 2  ^  .  .  .  .  .  ^  2"," 3  .  .  . <A> .  .  ^  3"," 4  .  .  .  │  .  ^  .  4"," 5  . I3  ┌──┘  .  ^  .  5"," 6  r B6m<B> .  .  .  .  6"," 7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g",""," . grass   ^ mountain   r Rhein   m Main   I3 Insel Hopper"," B6 Berg & Tal-Bahn   *6 S14 c6: E, W   <A> <B> where the line goes on"],"germany"],["Entries",[["A: S14 d4, points n at d3 (grass)",["The line may leave S14 after 2 more pieces: 3 of 5 lie there.","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)",["Extra cost of track there: 1 die for river Main.","Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main): Eisberg Tours, Weiden Express.","The line may leave S14 after 2 more pieces: 3 of 5 lie there.","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice that a station takes there now:",["S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10----------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the line goes on   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice for a station there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","-","-","7"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","-","-","9"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","2,000","-","-"],["Ü Überall Fahrten","-","-","-"],["W Weiden Express","-","-","-"],["I Insel Hopper","-","-","-"],["B Berg & Tal-Bahn","-","-","-"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl (starts)","-","-","-","1","-","1"],["Bert","-","-","-","-","-","4"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 31 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 1 curve, 1 ?.",0,["curve","?"]],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(13,'["en",[["Lead",["It is your turn (year 1, turn 2 of 2). The latest date for your orders is Tuesday 24 November 2026, 17:00 UTC."],"Y1.2 #20"],["Heading","Notices"],["Bullets",["Carl had time until Monday 23 November 2026, 17:00 UTC. Then a program played the turn; the seat stays his."]],["Heading","What happened"],["Bullets",["Carl lays 1 ? at end B, on S14 d5; B now points w at S14 c5 in Frankfurt.","Carl rolls 2 ? + 2 bonus dice: 2 curves, 2 transport symbols.","Carl lays 1 curve at end B, on S14 c5 in Frankfurt; B now points s at S14 c6 in Frankfurt.","Carl uses 2 transport symbols; more passengers wait: Eisberg Tours 2,000.","Carl ends the turn."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"current":[14],"pieces":[{"square":[10,24],"sides":[0,2]},{"square":[10,25],"sides":[0,3],"is_new":true},{"square":[9,25],"sides":[1,2],"is_new":true}],"ends":[{"name":"A","square":[10,24],"is_station":false,"ways":[0]},{"name":"B","square":[9,25],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S14 d4, points n at d3 (grass); B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main).",["S14, both ends","    a  b  c  d  e  f  g"," 1  ^  ^  .  .  .  .  .  1"," 2  ^  .  .  .  .  .  ^  2"," 3  .  .  . <A> .  .  ^  3"," 4  .  .  .  │  .  ^  .  4"," 5  . I3  ┌──┘  .  ^  .  5"," 6  r B6m<B> .  .  .  .  6"," 7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g",""," . grass   ^ mountain   r Rhein   m Main   I3 Insel Hopper"," B6 Berg & Tal-Bahn   *6 S14 c6: E, W   <A> <B> where the line goes on"],"germany"],["Entries",[["A: S14 d4, points n at d3 (grass)",["The line may leave S14 after 2 more pieces: 3 of 5 lie there.","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)",["Extra cost of track there: 1 die for river Main.","Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main): Eisberg Tours, Weiden Express.","The line may leave S14 after 2 more pieces: 3 of 5 lie there.","Beyond: n S10 (wins 2 ?), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice that a station takes there now:",["S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10----------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . . . w . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . . w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . . . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . . . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . <A. . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the line goes on   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice for a station there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","-","-","7"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","-","-","9"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","2,000","-","-"],["Ü Überall Fahrten","-","-","-"],["W Weiden Express","-","-","-"],["I Insel Hopper","-","-","-"],["B Berg & Tal-Bahn","-","-","-"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl (starts)","-","-","-","1","-","1"],["Bert","-","-","-","-","-","4"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 31 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 4 ?.",0,["?","?","?","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["roll 4?","or fewer; the bank adds 4 dice"],["transport eisberg with ?","for a ?; or for another company"],["A n?","a ?"],["A w?","a ?"],["A e?","a ?"],["B s?","a ?, 1 die for river Main"],["B e?","a ?, 1 die for river Main"],["B w?","a ?, 1 die for river Main"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, over the border of a sector too."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","You might answer:"],["Orders",[["roll 4?",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(14,'["en",[["Lead",["Nothing was done yet. This is what would be done; reply `confirm` to do it."],""],["Paragraph","To confirm, reply to this email. If you write a new one instead, send the line below, with its code. It works once, within 7 days."],["Orders",[["confirm 87N9 9K4C",""]]],["Paragraph","If you didn''t ask for this, don''t confirm it: someone else knows the address that you write to. `renew address` gives you a new one."],["Heading","Your letter, line by line"],["Fates",[[1,"ask 1: Is that so, Anna?","good","understood","Everybody who plays in e1 is mailed your question.",""]]],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(15,'["en",[["Lead",["The moderator Mona asks about dispute 1:"],""],["Speech",["Is that so, Anna?"]],["Paragraph","If you have something to say about it, answer \"statement 1: ...\". The players and the moderators read it at once, and everybody when the dispute is closed."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1/disputes/1"]]]');
INSERT INTO "mail_document" VALUES(16,'["en",[["Lead",["The moderator Mona asks about dispute 1:"],""],["Speech",["Is that so, Anna?"]],["Paragraph","If you have something to say about it, answer \"statement 1: ...\". The players and the moderators read it at once, and everybody when the dispute is closed."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1/disputes/1"]]]');
INSERT INTO "mail_document" VALUES(17,'["en",[["Lead",["All of it is done."],""],["Heading","Your letter, line by line"],["Fates",[[1,"ask 1: Is that so, Anna?","good","done","Everybody who plays in e1 is asked.",""]]],["Paragraph","Answer this mail with what you want next: \"lists\", \"games\", \"help\"."],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(18,'["en",[["Lead",["Anna says about dispute 1:"],""],["Speech",["I did forget it."]],["Paragraph","If you have something to say about it, answer \"statement 1: ...\". The players and the moderators read it at once, and everybody when the dispute is closed."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1/disputes/1"]]]');
INSERT INTO "mail_document" VALUES(19,'["en",[["Lead",["Anna says about dispute 1:"],""],["Speech",["I did forget it."]],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(20,'["en",[["Lead",["Your orders were carried out."],"Y1.2 #18"],["Heading","Your letter, line by line"],["Fates",[[1,"statement: I did forget it.","good","done","It is noted, and told to the other players. Everybody may read it when dispute 1 is closed.",""]]],["Heading","Where the game stands"],["Lines",["Bert is to play (year 1, turn 2 of 2).","The game is held: no time runs, and orders are kept until it goes on."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","2","4","1","1","8"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 24 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",0,["straight","curve","curve","curve","curve"]],["Paragraph","Your orders for your next turn: they are carried out as soon as it begins. Send `next turn: nothing` to take them back; others replace them."],["Orders",[["next turn: income",""],["next turn: roll all",""]]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(21,'["en",[["Lead",["Dispute 1 in e1 Whitsun has waited 24 hours for a ruling."],""],["Speech",["Anna forgot her income, and the server did not tell her."]],["Paragraph","If nobody rules on it by Monday 7 December 2026, 08:00 UTC, what was played stands, and a game that is on hold for it continues."],["Paragraph","Answer \"dispute 1\" to be shown it, \"ask 1: ...\" to ask the players something, and to rule: \"rule 1 uphold FR-31: ...\", \"rule 1 rollback 13 FR-31: ...\" or \"rule 1 amend give ... FR-31: ...\", with the rule that decides it and why."],["Link","To examine it","https://games.test/moderate/disputes/1","https://games.test/moderate/disputes/1"],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(22,'["en",[["Lead",["Year 1 has ended.","Bert is to play (year 2, turn 1 of 2), by Wednesday 25 November 2026, 17:00 UTC at the latest."],"Y2.1 #36"],["Heading","Notices"],["Bullets",["Bert had time until Tuesday 24 November 2026, 17:00 UTC. Then a program played the turn; the seat stays his."]],["Heading","What happened"],["Bullets",["Bert builds at end A: n n n, into S10 n. That took 4 ?; A now points n at S10 d6.","Bert gets 2 ? from the bank for the sector entered.","Bert rolls 1 ? + 1 bonus die: 1 straight, 1 curve.","Bert ends the turn."]],["Bullets",["Passengers come to the stations: Eisberg Tours 1,000; Überall Fahrten 1,000; Weiden Express 1,000; Insel Hopper 1,000; Berg & Tal-Bahn 1,000.","Year 2 begins with Bert as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"current":[10,14],"pieces":[{"square":[10,24],"sides":[0,2]},{"square":[10,25],"sides":[0,3]},{"square":[9,25],"sides":[1,2]},{"square":[10,23],"sides":[2,0],"is_new":true},{"square":[10,22],"sides":[2,0],"is_new":true},{"square":[10,21],"sides":[2,0],"is_new":true},{"square":[10,20],"sides":[2,0],"is_new":true}],"ends":[{"name":"A","square":[10,20],"is_station":false,"ways":[0]},{"name":"B","square":[9,25],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S10 d7, points n at d6 (grass); B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main).",["S10, end A                     S14, end B","    a  b  c  d  e  f  g            a  b  c  d  e  f  g"," 1  .  .  .  w  .  .  .  1      1  ^  ^  .  │  .  .  .  1"," 2  .  .  .  w W3 Ü3  .  2      2  ^  .  .  │  .  .  ^  2"," 3  .  .  .  w *3  .  .  3      3  .  .  .  │  .  .  ^  3"," 4  e B3 W3  w  .  .  .  4      4  .  .  .  │  .  ^  .  4"," 5  e  e  .  w  w  .  ^  5      5  . I3  ┌──┘  .  ^  .  5"," 6  .  .  . <A> w  .  .  6      6  r B6m<B> .  .  .  .  6"," 7  ^  ^  .  │  w  .  .  7      7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g            a  b  c  d  e  f  g",""," . grass   ^ mountain   w Weser   e Ems   r Rhein   m Main"," Ü3 Überall Fahrten   W3 Weiden Express   I3 Insel Hopper"," B3 B6 Berg & Tal-Bahn   *3 S10 e3: E, I, B   *6 S14 c6: E, W"," <A> <B> where the line goes on"],"germany"],["Entries",[["A: S10 d7, points n at d6 (grass)",["The line may leave S10 after 4 more pieces: 1 of 5 lie there.","Beyond: n S6 (wins 2 ?), e S11 (wins 2 ?), s S14 (closed by end B), w S9 (wins 2 ?)."]],["B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)",["Extra cost of track there: 1 die for river Main.","Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main): Eisberg Tours, Weiden Express.","The line may leave S14: 6 pieces lie there.","Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice that a station takes there now:",["S10: Hannover e2 purple 3, f2 blue 3, e3 white 3 (Eisberg Tours, Insel Hopper, Berg & Tal-Bahn); Bielefeld b4 red 3, c4 purple 3","S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10*---------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . . <Aw . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . │ w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . │ . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . │ . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . │ . . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the line goes on   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice for a station there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","-","-","7"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","-","-","9"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","3,000","-","-"],["Ü Überall Fahrten","1,000","-","-"],["W Weiden Express","1,000","-","-"],["I Insel Hopper","1,000","-","-"],["B Berg & Tal-Bahn","1,000","-","-"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl","-","-","-","1","-","1"],["Bert (starts)","-","-","1","1","-","1"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 28 dice. On the board as track: 7."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 1 curve, 1 ?.",0,["curve","?"]],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(23,'["en",[["Lead",["Year 1 has ended.","It is your turn (year 2, turn 1 of 2). The latest date for your orders is Wednesday 25 November 2026, 17:00 UTC."],"Y2.1 #36"],["Heading","Notices"],["Bullets",["Bert had time until Tuesday 24 November 2026, 17:00 UTC. Then a program played the turn; the seat stays his."]],["Heading","What happened"],["Bullets",["Passengers come to the stations: Eisberg Tours 1,000; Überall Fahrten 1,000; Weiden Express 1,000; Insel Hopper 1,000; Berg & Tal-Bahn 1,000.","Year 2 begins with Bert as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"current":[10,14],"pieces":[{"square":[10,24],"sides":[0,2]},{"square":[10,25],"sides":[0,3]},{"square":[9,25],"sides":[1,2]},{"square":[10,23],"sides":[2,0],"is_new":true},{"square":[10,22],"sides":[2,0],"is_new":true},{"square":[10,21],"sides":[2,0],"is_new":true},{"square":[10,20],"sides":[2,0],"is_new":true}],"ends":[{"name":"A","square":[10,20],"is_station":false,"ways":[0]},{"name":"B","square":[9,25],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S10 d7, points n at d6 (grass); B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main).",["S10, end A                     S14, end B","    a  b  c  d  e  f  g            a  b  c  d  e  f  g"," 1  .  .  .  w  .  .  .  1      1  ^  ^  .  │  .  .  .  1"," 2  .  .  .  w W3 Ü3  .  2      2  ^  .  .  │  .  .  ^  2"," 3  .  .  .  w *3  .  .  3      3  .  .  .  │  .  .  ^  3"," 4  e B3 W3  w  .  .  .  4      4  .  .  .  │  .  ^  .  4"," 5  e  e  .  w  w  .  ^  5      5  . I3  ┌──┘  .  ^  .  5"," 6  .  .  . <A> w  .  .  6      6  r B6m<B> .  .  .  .  6"," 7  ^  ^  .  │  w  .  .  7      7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g            a  b  c  d  e  f  g",""," . grass   ^ mountain   w Weser   e Ems   r Rhein   m Main"," Ü3 Überall Fahrten   W3 Weiden Express   I3 Insel Hopper"," B3 B6 Berg & Tal-Bahn   *3 S10 e3: E, I, B   *6 S14 c6: E, W"," <A> <B> where the line goes on"],"germany"],["Entries",[["A: S10 d7, points n at d6 (grass)",["The line may leave S10 after 4 more pieces: 1 of 5 lie there.","Beyond: n S6 (wins 2 ?), e S11 (wins 2 ?), s S14 (closed by end B), w S9 (wins 2 ?)."]],["B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)",["Extra cost of track there: 1 die for river Main.","Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main): Eisberg Tours, Weiden Express.","The line may leave S14: 6 pieces lie there.","Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice that a station takes there now:",["S10: Hannover e2 purple 3, f2 blue 3, e3 white 3 (Eisberg Tours, Insel Hopper, Berg & Tal-Bahn); Bielefeld b4 red 3, c4 purple 3","S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10*---------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. . . w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. . . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B3W3w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e . w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . . <Aw . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . │ w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . │ . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . │ . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . │ . . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the line goes on   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice for a station there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","-","-","7"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","-","-","9"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","3,000","-","-"],["Ü Überall Fahrten","1,000","-","-"],["W Weiden Express","1,000","-","-"],["I Insel Hopper","1,000","-","-"],["B Berg & Tal-Bahn","1,000","-","-"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl","-","-","-","1","-","1"],["Bert (starts)","-","-","1","1","-","1"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 28 dice. On the board as track: 7."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 1 straight, 1 curve, 1 ?.",0,["straight","curve","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["income","4 dice behind your screen"],["roll 1?","or fewer; the bank adds 1 die"],["transport eisberg with ?","for a ?; or for another company"],["A n","a straight"],["A w","a curve"],["A e","a curve"],["B s","a straight, 1 die for river Main"],["B e","a curve, 1 die for river Main"],["B w","a curve, 1 die for river Main"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, over the border of a sector too."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","You might answer:"],["Orders",[["income",""],["roll 4h",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(24,'["en",[["Lead",["Nothing was done yet. This is what would be done; reply `confirm` to do it."],""],["Paragraph","To confirm, reply to this email. If you write a new one instead, send the line below, with its code. It works once, within 7 days."],["Orders",[["confirm 9FMW CD7W",""]]],["Paragraph","If you didn''t ask for this, don''t confirm it: someone else knows the address that you write to. `renew address` gives you a new one."],["Heading","Your letter, line by line"],["Fates",[[1,"rule 1 amend give anna 1 hidden FR-11: Anna gets the die th…","good","understood","Dispute 1 is closed. The position is corrected. FR-11: Income is taken once in a turn, but not in the first year. You get four dice behind your screen. If your companies have built more than four stations together, you get as many dice as they have built. If you lost your last directorship at the end of last year and are director of nothing now, you get four dice showing \"?\" in front of your screen instead. Correction: Anna gets 1 die from the bank, behind the screen. The game goes on.",""]]],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(25,'["en",[["Lead",["Dispute 1 is ruled by the moderator Mona: The position is corrected."],"Y1.2 #22"],["Heading","The rule"],["Paragraph","FR-11: Income is taken once in a turn, but not in the first year. You get four dice behind your screen. If your companies have built more than four stations together, you get as many dice as they have built. If you lost your last directorship at the end of last year and are director of nothing now, you get four dice showing \"?\" in front of your screen instead."],["Heading","The ruling"],["Speech",["Anna gets the die that she forgot. Next time the report tells."]],["Link","The dispute","https://games.test/games/e1/disputes/1","https://games.test/games/e1/disputes/1"],["Lines",["Bert is to play (year 1, turn 2 of 2), by Saturday 28 November 2026, 05:05 UTC at the latest."]],["Heading","Notices"],["Bullets",["Dispute 1 was ruled by the moderator Mona under FR-11: the position is corrected. Anna gets the die that she forgot. Next time the report tells.","The game goes on, as nothing is disputed any more; the latest date for Bert is Saturday 28 November 2026, 05:05 UTC."]],["Heading","What happened"],["Bullets",["Correction: Anna gets 1 die from the bank, behind the screen."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","2","4","1","1","8"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 23 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 1 die, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",1,["straight","curve","curve","curve","curve"]],["Paragraph","Your orders for your next turn: they are carried out as soon as it begins. Send `next turn: nothing` to take them back; others replace them."],["Orders",[["next turn: income",""],["next turn: roll all",""]]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(26,'["en",[["Lead",["Dispute 1 is ruled by the moderator Mona: The position is corrected."],"Y1.2 #22"],["Heading","The rule"],["Paragraph","FR-11: Income is taken once in a turn, but not in the first year. You get four dice behind your screen. If your companies have built more than four stations together, you get as many dice as they have built. If you lost your last directorship at the end of last year and are director of nothing now, you get four dice showing \"?\" in front of your screen instead."],["Heading","The ruling"],["Speech",["Anna gets the die that she forgot. Next time the report tells."]],["Link","The dispute","https://games.test/games/e1/disputes/1","https://games.test/games/e1/disputes/1"],["Lines",["It is your turn (year 1, turn 2 of 2). The latest date for your orders is Saturday 28 November 2026, 05:05 UTC."]],["Heading","Notices"],["Bullets",["Dispute 1 was ruled by the moderator Mona under FR-11: the position is corrected. Anna gets the die that she forgot. Next time the report tells.","The game goes on, as nothing is disputed any more; the latest date for Bert is Saturday 28 November 2026, 05:05 UTC."]],["Heading","What happened"],["Bullets",["Correction: Anna gets 1 die from the bank, behind the screen."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1],"is_new":true},{"square":[5,3],"sides":[3,1],"is_new":true}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","-","1","-","9"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna (starts)","-","-","1","4","-","-","5"],["Bert","-","-","2","4","1","1","8"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 23 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 2 straights, 4 curves, 1 share, 1 ?.",0,["straight","straight","curve","curve","curve","curve","share","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["buy eisberg","a share from the bank, for a share die"],["buy ueberall","a share from the bank, for a share die"],["buy weiden","a share from the bank, for a share die"],["buy insel","a share from the bank, for a share die"],["buy bergtal","a share from the bank, for a share die"],["A w","a straight"],["A s","a curve"],["A n","a curve"],["B n","a curve"],["B s","a curve"],["end discard s c c","five dice may stay; or give back others"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, and \"onto\" with a tile where the line goes over the edge."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","Large tiles are named as they lie: a mountain tile by its mountain sides, a lake by where the north of this picture points (lake/e: east)."],["Tiles",[["lake",[". . . . . . .",". . . ~ ~ . .",". . ~ ~ ~ ~ .",". ~ ~ ~ ~ . .",". ~ ~ ~ . . .",". . ~ ~ . . .",". . . . . . ."]],["ne",[". ^ ^ ^ ^ ^ ^",". ^ ^ ^ ^ ^ ^",". . ^ ^ ^ ^ ^",". . . ^ ^ ^ ^",". . . . ^ ^ ^",". . . . . ^ ^",". . . . . . ."]],["wne",["^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ . ^ ^ ^","^ ^ . . . ^ ^","^ ^ . . . ^ ^",". . . . . . ."]]]],["Paragraph","You might answer:"],["Orders",[["buy eisberg",""],["A w",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(27,'["en",[["Lead",["All of it is done."],""],["Heading","Your letter, line by line"],["Fates",[[1,"rule 1 amend give anna 1 hidden FR-11: Anna gets the die th…","good","done","Dispute 1 is ruled. Everybody in the game is told. Correction: Anna gets 1 die from the bank, behind the screen. The game goes on.",""]]],["Paragraph","Answer this mail with what you want next: \"lists\", \"games\", \"help\"."],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(28,'["en",[["Lead",["Your orders were carried out."],"Y2.1 #30"],["Heading","Your letter, line by line"],["Fates",[[1,"buy weiden","good","done","Bert buys a share of Weiden Express from the bank.",""],[2,"end discard c c","good","done","Bert gives back 2 curves and ends the turn.",""]]],["Heading","Where the game stands"],["Lines",["It is your turn (year 2, turn 1 of 2). The latest date for your orders is Saturday 28 November 2026, 20:00 UTC."]],["Heading","What happened"],["Bullets",["Directors: Weiden Express Anna.","Year 2 begins with Bert as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1]},{"square":[5,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","Anna","1","1","8"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna","W","-","1","4","-","-","5"],["Bert (starts)","-","-","2","2","-","1","5"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 26 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 2 straights, 2 curves, 1 ?.",0,["straight","straight","curve","curve","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["income","4 dice behind your screen"],["roll 1?","or fewer; the bank adds 1 die"],["buy eisberg with ?","a share from the bank, for a ?"],["buy ueberall with ?","a share from the bank, for a ?"],["buy weiden with ?","a share from the bank, for a ?"],["buy insel with ?","a share from the bank, for a ?"],["buy bergtal with ?","a share from the bank, for a ?"],["A w","a straight"],["A s","a curve"],["A n","a curve"],["B n","a curve"],["B s","a curve"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, and \"onto\" with a tile where the line goes over the edge."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","Large tiles are named as they lie: a mountain tile by its mountain sides, a lake by where the north of this picture points (lake/e: east)."],["Tiles",[["lake",[". . . . . . .",". . . ~ ~ . .",". . ~ ~ ~ ~ .",". ~ ~ ~ ~ . .",". ~ ~ ~ . . .",". . ~ ~ . . .",". . . . . . ."]],["ne",[". ^ ^ ^ ^ ^ ^",". ^ ^ ^ ^ ^ ^",". . ^ ^ ^ ^ ^",". . . ^ ^ ^ ^",". . . . ^ ^ ^",". . . . . ^ ^",". . . . . . ."]],["wne",["^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ . ^ ^ ^","^ ^ . . . ^ ^","^ ^ . . . ^ ^",". . . . . . ."]]]],["Paragraph","You might answer:"],["Orders",[["income",""],["roll 4h",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(29,'["en",[["Lead",["Year 1 has ended.","Bert is to play (year 2, turn 1 of 2), by Saturday 28 November 2026, 20:00 UTC at the latest."],"Y2.1 #30"],["Heading","What happened"],["Bullets",["Bert rolls 4 ? + 4 bonus dice: 2 straights, 4 curves, 1 share, 1 ?.","Correction: Anna gets 1 die from the bank, behind the screen.","Bert buys a share of Weiden Express from the bank.","Bert gives back 2 curves and ends the turn."]],["Bullets",["Directors: Weiden Express Anna.","Year 2 begins with Bert as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1]},{"square":[5,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","Anna","1","1","8"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna","W","-","1","4","-","-","5"],["Bert (starts)","-","-","2","2","-","1","5"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 26 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 1 die, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",1,["straight","curve","curve","curve","curve"]],["Paragraph","Your orders for your next turn: they are carried out as soon as it begins. Send `next turn: nothing` to take them back; others replace them."],["Orders",[["next turn: income",""],["next turn: roll all",""]]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(30,'["en",[["Lead",["Anna disputes what was played at #30."],"Y2.1 #30"],["Speech",["I never got that die."]],["Paragraph","If you have something to say about it, answer \"statement 2: ...\". The players and the moderators read it at once, and everybody when the dispute is closed."],["Paragraph","If nobody rules on it by Tuesday 8 December 2026, 20:30 UTC, what was played stands, and a game that is on hold for it continues."],["Link","The dispute","https://games.test/games/e1/disputes/2","https://games.test/games/e1/disputes/2"],["Lines",["It is your turn (year 2, turn 1 of 2).","The game is held: no time runs, and orders are kept until it goes on."]],["Heading","Notices"],["Bullets",["Anna disputes what was played by Bert in year 1, up to #30. It is dispute 2.","The game is held until there is a ruling on dispute 2."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1]},{"square":[5,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","Anna","1","1","8"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna","W","-","1","4","-","-","5"],["Bert (starts)","-","-","2","2","-","1","5"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 26 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 2 straights, 2 curves, 1 ?.",0,["straight","straight","curve","curve","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["income","4 dice behind your screen"],["roll 1?","or fewer; the bank adds 1 die"],["buy eisberg with ?","a share from the bank, for a ?"],["buy ueberall with ?","a share from the bank, for a ?"],["buy weiden with ?","a share from the bank, for a ?"],["buy insel with ?","a share from the bank, for a ?"],["buy bergtal with ?","a share from the bank, for a ?"],["A w","a straight"],["A s","a curve"],["A n","a curve"],["B n","a curve"],["B s","a curve"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, and \"onto\" with a tile where the line goes over the edge."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","Large tiles are named as they lie: a mountain tile by its mountain sides, a lake by where the north of this picture points (lake/e: east)."],["Tiles",[["lake",[". . . . . . .",". . . ~ ~ . .",". . ~ ~ ~ ~ .",". ~ ~ ~ ~ . .",". ~ ~ ~ . . .",". . ~ ~ . . .",". . . . . . ."]],["ne",[". ^ ^ ^ ^ ^ ^",". ^ ^ ^ ^ ^ ^",". . ^ ^ ^ ^ ^",". . . ^ ^ ^ ^",". . . . ^ ^ ^",". . . . . ^ ^",". . . . . . ."]],["wne",["^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ . ^ ^ ^","^ ^ . . . ^ ^","^ ^ . . . ^ ^",". . . . . . ."]]]],["Paragraph","You might answer:"],["Orders",[["income",""],["roll 4h",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(31,'["en",[["Lead",["Anna disputes what was played at #30 in e1 Whitsun.","The game is held until there is a ruling."],""],["Speech",["I never got that die."]],["Paragraph","If nobody rules on it by Tuesday 8 December 2026, 20:30 UTC, what was played stands, and a game that is on hold for it continues."],["Paragraph","Answer \"dispute 2\" to be shown it, \"ask 2: ...\" to ask the players something, and to rule: \"rule 2 uphold FR-31: ...\", \"rule 2 rollback 25 FR-31: ...\" or \"rule 2 amend give ... FR-31: ...\", with the rule that decides it and why."],["Link","To examine it","https://games.test/moderate/disputes/2","https://games.test/moderate/disputes/2"],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(32,'["en",[["Lead",["Your orders were carried out."],"Y2.1 #30"],["Heading","Your letter, line by line"],["Fates",[[1,"dispute: I never got that die.","good","done","You dispute what was played by Bert in year 1, up to #30. Everybody may read that, and your text. The game is held until there is a ruling: orders are kept meanwhile, and no time runs. If nobody rules within 14 days, what was played stands. The moderators are told.",""]]],["Heading","Where the game stands"],["Lines",["Bert is to play (year 2, turn 1 of 2).","The game is held: no time runs, and orders are kept until it goes on."]],["Heading","Notices"],["Bullets",["The game is held until there is a ruling on dispute 2."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1]},{"square":[5,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","Anna","1","1","8"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna","W","-","1","4","-","-","5"],["Bert (starts)","-","-","2","2","-","1","5"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 26 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 1 die, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",1,["straight","curve","curve","curve","curve"]],["Paragraph","Your orders for your next turn: they are carried out as soon as it begins. Send `next turn: nothing` to take them back; others replace them."],["Orders",[["next turn: income",""],["next turn: roll all",""]]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(33,'["en",[["Lead",["Nothing was done yet. This is what would be done; reply `confirm` to do it."],""],["Paragraph","To confirm, reply to this email. If you write a new one instead, send the line below, with its code. It works once, within 7 days."],["Orders",[["confirm VNWR 2C3J",""]]],["Paragraph","If you didn''t ask for this, don''t confirm it: someone else knows the address that you write to. `renew address` gives you a new one."],["Heading","Your letter, line by line"],["Fates",[[1,"rule 2 rollback 22 new dice again FR-11: We begin anew.","good","understood","Dispute 2 is closed. The game goes back to #22. FR-11: Income is taken once in a turn, but not in the first year. You get four dice behind your screen. If your companies have built more than four stations together, you get as many dice as they have built. If you lost your last directorship at the end of last year and are director of nothing now, you get four dice showing \"?\" in front of your screen instead. e1 goes back from #30 to #22. What was played since stays in its history. Its dice fall anew. What was sent since is carried out again, up to the first that is not legal any more. The game goes on.",""]]],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(34,'["en",[["Lead",["Dispute 2 is ruled by the moderator Mona: The game goes back to #22."],"Y2.1 #42"],["Heading","The rule"],["Paragraph","FR-11: Income is taken once in a turn, but not in the first year. You get four dice behind your screen. If your companies have built more than four stations together, you get as many dice as they have built. If you lost your last directorship at the end of last year and are director of nothing now, you get four dice showing \"?\" in front of your screen instead."],["Heading","The ruling"],["Speech",["We begin anew."]],["Link","The dispute","https://games.test/games/e1/disputes/2","https://games.test/games/e1/disputes/2"],["Paragraph","Orders in answer to an older mail are not carried out at once: you are shown what they would do now."],["Heading","Your standing orders"],["Lines",["You gave these orders on Sunday 22 November 2026, 18:30 UTC, at #16.","They were not carried out: the game was taken back to an earlier position. Give them anew."]],["Fates",[[1,"income","idle","not reached","",""],[2,"roll all","idle","not reached","",""]]],["Lines",["Bert is to play (year 2, turn 1 of 2), by Saturday 28 November 2026, 21:05 UTC at the latest."]],["Heading","Notices"],["Bullets",["Dispute 2 was ruled by the moderator Mona under FR-11: the game goes back to #22. We begin anew.","From here on other dice are thrown: those that were seen do not come again.","All that had been played after it was played again.","The game goes on, as nothing is disputed any more; the latest date for Bert is Saturday 28 November 2026, 21:05 UTC."]],["Heading","What happened"],["Bullets",["Bert buys a share of Weiden Express from the bank.","Bert gives back 2 curves and ends the turn."]],["Bullets",["Directors: Weiden Express Anna.","Year 2 begins with Bert as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1]},{"square":[5,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","Anna","1","1","8"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna","W","-","1","4","-","-","5"],["Bert (starts)","-","-","2","2","-","1","5"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 26 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 1 die, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",1,["straight","curve","curve","curve","curve"]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(35,'["en",[["Lead",["Dispute 2 is ruled by the moderator Mona: The game goes back to #22."],"Y2.1 #42"],["Heading","The rule"],["Paragraph","FR-11: Income is taken once in a turn, but not in the first year. You get four dice behind your screen. If your companies have built more than four stations together, you get as many dice as they have built. If you lost your last directorship at the end of last year and are director of nothing now, you get four dice showing \"?\" in front of your screen instead."],["Heading","The ruling"],["Speech",["We begin anew."]],["Link","The dispute","https://games.test/games/e1/disputes/2","https://games.test/games/e1/disputes/2"],["Paragraph","Orders in answer to an older mail are not carried out at once: you are shown what they would do now."],["Lines",["It is your turn (year 2, turn 1 of 2). The latest date for your orders is Saturday 28 November 2026, 21:05 UTC."]],["Heading","Notices"],["Bullets",["Dispute 2 was ruled by the moderator Mona under FR-11: the game goes back to #22. We begin anew.","From here on other dice are thrown: those that were seen do not come again.","All that had been played after it was played again.","The game goes on, as nothing is disputed any more; the latest date for Bert is Saturday 28 November 2026, 21:05 UTC."]],["Heading","What happened"],["Bullets",["Bert buys a share of Weiden Express from the bank.","Bert gives back 2 curves and ends the turn."]],["Bullets",["Directors: Weiden Express Anna.","Year 2 begins with Bert as start player."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1]},{"square":[5,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","Anna","1","1","8"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna","W","-","1","4","-","-","5"],["Bert (starts)","-","-","2","2","-","1","5"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 26 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice, 0 passengers.","In front of it, for everyone to see: 2 straights, 2 curves, 1 ?.",0,["straight","straight","curve","curve","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["income","4 dice behind your screen"],["roll 1?","or fewer; the bank adds 1 die"],["buy eisberg with ?","a share from the bank, for a ?"],["buy ueberall with ?","a share from the bank, for a ?"],["buy weiden with ?","a share from the bank, for a ?"],["buy insel with ?","a share from the bank, for a ?"],["buy bergtal with ?","a share from the bank, for a ?"],["A w","a straight"],["A s","a curve"],["A n","a curve"],["B n","a curve"],["B s","a curve"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, and \"onto\" with a tile where the line goes over the edge."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","Large tiles are named as they lie: a mountain tile by its mountain sides, a lake by where the north of this picture points (lake/e: east)."],["Tiles",[["lake",[". . . . . . .",". . . ~ ~ . .",". . ~ ~ ~ ~ .",". ~ ~ ~ ~ . .",". ~ ~ ~ . . .",". . ~ ~ . . .",". . . . . . ."]],["ne",[". ^ ^ ^ ^ ^ ^",". ^ ^ ^ ^ ^ ^",". . ^ ^ ^ ^ ^",". . . ^ ^ ^ ^",". . . . ^ ^ ^",". . . . . ^ ^",". . . . . . ."]],["wne",["^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ ^ ^ ^ ^","^ ^ ^ . ^ ^ ^","^ ^ . . . ^ ^","^ ^ . . . ^ ^",". . . . . . ."]]]],["Paragraph","You might answer:"],["Orders",[["income",""],["roll 4h",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
INSERT INTO "mail_document" VALUES(36,'["en",[["Lead",["All of it is done."],""],["Heading","Your letter, line by line"],["Fates",[[1,"rule 2 rollback 22 new dice again FR-11: We begin anew.","good","done","Dispute 2 is ruled. Everybody in the game is told. e1 has gone back to #22. Everybody in it is told. 1 letter or turn sent since was carried out again. The game goes on.",""]]],["Paragraph","Answer this mail with what you want next: \"lists\", \"games\", \"help\"."],["Signature","Railroad Dice by mail","https://games.test"]]]');
INSERT INTO "mail_document" VALUES(37,'["en",[["Lead",["It is your turn (year 2, turn 2 of 2). The latest date for your orders is Thursday 26 November 2026, 17:00 UTC."],"Y2.2 #62"],["Heading","Notices"],["Bullets",["Bert had time until Wednesday 25 November 2026, 17:00 UTC. Then a program played the turn; the seat stays his."]],["Heading","What happened"],["Bullets",["Bert builds at end A: n n n, into S10 n. That took 4 ?; A now points n at S10 d6.","Bert gets 2 ? from the bank for the sector entered.","Bert rolls 1 ? + 1 bonus die: 1 straight, 1 curve.","Bert ends the turn."]],["Bullets",["Passengers come to the stations: Eisberg Tours 1,000; Überall Fahrten 1,000; Weiden Express 1,000; Insel Hopper 1,000; Berg & Tal-Bahn 1,000.","Year 2 begins with Bert as start player."]],["Bullets",["Bert takes income: 4 dice behind the screen.","Bert builds at end A: w n n. That took 1 straight, 1 curve, 1 ?; A now points n at S10 c4 in Bielefeld.","Bert builds a station of Weiden Express at end A, on S10 c4 in Bielefeld, and pays 3 hidden dice.","Bert gets 2 ? from the bank for the station.","Bert carries the 1,000 passengers who waited for Weiden Express.","Bert becomes director of Weiden Express.","Bert builds a station of Berg & Tal-Bahn at end A, on S10 b4 in Bielefeld, and pays 1 hidden die, 2 ?.","Bert gets 2 ? from the bank for the station.","Bert carries the 1,000 passengers who waited for Berg & Tal-Bahn.","Bert becomes director of Berg & Tal-Bahn.","Bert rolls 1 ? + 1 bonus die: 1 straight, 1 ?.","Bert lays 1 straight at end A, on S10 b3; A now points n at b2.","Bert ends the turn."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"current":[10,14],"pieces":[{"square":[10,24],"sides":[0,2]},{"square":[10,25],"sides":[0,3]},{"square":[9,25],"sides":[1,2]},{"square":[10,23],"sides":[2,0]},{"square":[10,22],"sides":[2,0]},{"square":[10,21],"sides":[2,0]},{"square":[10,20],"sides":[2,0]},{"square":[10,19],"sides":[2,3],"is_new":true},{"square":[9,19],"sides":[1,0],"is_new":true},{"square":[9,18],"sides":[2,0],"is_new":true},{"square":[9,17],"sides":[2,3],"company":2,"is_new":true},{"square":[8,17],"sides":[1,0],"company":4,"is_new":true},{"square":[8,16],"sides":[2,0],"is_new":true}],"ends":[{"name":"A","square":[8,16],"is_station":false,"ways":[0]},{"name":"B","square":[9,25],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S10 b3, points n at b2 (grass); B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main).",["S10, end A                     S14, end B","    a  b  c  d  e  f  g            a  b  c  d  e  f  g"," 1  .  .  .  w  .  .  .  1      1  ^  ^  .  │  .  .  .  1"," 2  . <A> .  w W3 Ü3  .  2      2  ^  .  .  │  .  .  ^  2"," 3  .  │  .  w *3  .  .  3      3  .  .  .  │  .  .  ^  3"," 4  e [B][W] w  .  .  .  4      4  .  .  .  │  .  ^  .  4"," 5  e  e  │  w  w  .  ^  5      5  . I3  ┌──┘  .  ^  .  5"," 6  .  .  └──┐  w  .  .  6      6  r B6m<B> .  .  .  .  6"," 7  ^  ^  .  │  w  .  .  7      7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g            a  b  c  d  e  f  g",""," . grass   ^ mountain   w Weser   e Ems   r Rhein   m Main"," Ü3 Überall Fahrten   W3 [W] Weiden Express   I3 Insel Hopper"," B6 [B] Berg & Tal-Bahn   *3 S10 e3: E, I, B   *6 S14 c6: E, W"," <A> <B> where the line goes on"],"germany"],["Entries",[["A: S10 b3, points n at b2 (grass)",["The line may leave S10: 7 pieces lie there.","Beyond: n S6 (wins 2 ?), e S11 (wins 2 ?), s S14 (closed by end B), w S9 (wins 2 ?)."]],["B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)",["Extra cost of track there: 1 die for river Main.","Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main): Eisberg Tours, Weiden Express.","The line may leave S14: 6 pieces lie there.","Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice that a station takes there now:",["S10: Hannover e2 purple 3, f2 blue 3, e3 white 3 (Eisberg Tours, Insel Hopper, Berg & Tal-Bahn)","S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10*---------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. <A. w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. │ . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B#W#w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e │ w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . └─┐ w . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . │ w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . │ . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . │ . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . │ . . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the line goes on   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice for a station there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","Bert","1","6"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","Bert","1","8"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","3,000","-","-"],["Ü Überall Fahrten","1,000","-","-"],["W Weiden Express","-","-","1,000"],["I Insel Hopper","1,000","-","-"],["B Berg & Tal-Bahn","-","-","1,000"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl","-","-","-","1","-","1"],["Bert (starts)","WB","2,000","-","-","-","2"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 25 dice. On the board as track: 11."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 1 curve, 1 ?.",0,["curve","?"]],["Paragraph","You may send any of these lines as it stands; what follows # is a remark:"],["Orders",[["income","4 dice behind your screen"],["roll 1?","or fewer; the bank adds 1 die"],["transport eisberg with ?","for a ?; or for another company"],["A n?","a ?"],["A w","a curve"],["A e","a curve"],["B e","a curve, 1 die for river Main"],["B w","a curve, 1 die for river Main"],["end","ends your turn"]]],["Paragraph","Track: each letter is one piece and says where the line points after it, n, e, s or w, so the same way again is a straight and a turn is a curve. A ? behind a letter uses a ? for that piece. Write more letters to lay more pieces, over the border of a sector too."],["Paragraph","What is to be paid is paid with hidden dice first, then with ?; add for example \"pay 2h 1?\" to an order to choose."],["Paragraph","You might answer:"],["Orders",[["income",""],["roll 4h",""]]],["Paragraph","Just reply to this mail, your orders on top, one on a line. With \"check\" as the first line nothing is done and you are told what would happen. \"undo\" and \"restart\" take back what no roll has made final. \"help\" explains all orders."],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(38,'["en",[["Lead",["Carl is to play (year 2, turn 2 of 2), by Thursday 26 November 2026, 17:00 UTC at the latest."],"Y2.2 #62"],["Heading","Notices"],["Bullets",["Bert had time until Wednesday 25 November 2026, 17:00 UTC. Then a program played the turn; the seat stays his."]],["Heading","What happened"],["Bullets",["Bert takes income: 4 dice behind the screen.","Bert builds at end A: w n n. That took 1 straight, 1 curve, 1 ?; A now points n at S10 c4 in Bielefeld.","Bert builds a station of Weiden Express at end A, on S10 c4 in Bielefeld, and pays 3 hidden dice.","Bert gets 2 ? from the bank for the station.","Bert carries the 1,000 passengers who waited for Weiden Express.","Bert becomes director of Weiden Express.","Bert builds a station of Berg & Tal-Bahn at end A, on S10 b4 in Bielefeld, and pays 1 hidden die, 2 ?.","Bert gets 2 ? from the bank for the station.","Bert carries the 1,000 passengers who waited for Berg & Tal-Bahn.","Bert becomes director of Berg & Tal-Bahn.","Bert rolls 1 ? + 1 bonus die: 1 straight, 1 ?.","Bert lays 1 straight at end A, on S10 b3; A now points n at b2.","Bert ends the turn."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"current":[10,14],"pieces":[{"square":[10,24],"sides":[0,2]},{"square":[10,25],"sides":[0,3]},{"square":[9,25],"sides":[1,2]},{"square":[10,23],"sides":[2,0]},{"square":[10,22],"sides":[2,0]},{"square":[10,21],"sides":[2,0]},{"square":[10,20],"sides":[2,0]},{"square":[10,19],"sides":[2,3],"is_new":true},{"square":[9,19],"sides":[1,0],"is_new":true},{"square":[9,18],"sides":[2,0],"is_new":true},{"square":[9,17],"sides":[2,3],"company":2,"is_new":true},{"square":[8,17],"sides":[1,0],"company":4,"is_new":true},{"square":[8,16],"sides":[2,0],"is_new":true}],"ends":[{"name":"A","square":[8,16],"is_station":false,"ways":[0]},{"name":"B","square":[9,25],"is_station":false,"ways":[2]}],"printed":{"ground":["~~~~~~~~xxxx~x~~xxx~~xxx~~~~","~~~~~~~~~xxxxxx~xxx~~~~~~~~~","~~~~~~~~~xxx~xx~~xx~~~~~~~~~","~~~~~~~~~xxx~~~~~~~~~~x~~~~~","~~~~~~~~~...~~~~xx~~~~.~~~~~","~~~~~~~~~~...~~~~~~~~..~~~~~","~~~~~~~~~......~~~~...~~~~~~","~~~~~~~~~~.....~~.......~~xx","~~~~~~~~~...............~xxx","~~~~~..~~.......~........xxx","~xxx................~....xxx","xxxxx....................xxx","xxxxx....................xxx","xxxx.....................xxx","xxx.......................xx","xxxx......................xx","xxxx......................xx","xxx........................x","x............^^^...........x","x.............^^...........x","x.....^^^..................x","x.....^^^..................x","x......^.....^...........xxx","x^...........^^^.....^^xxxxx","xx^^........^.^^^^..^^xxxxxx","x^^^........^...^...xxxxxxxx","x^^................xxxxxxxxx","xx..................xxxxxxxx","x...................xxxxxxxx","xx..................^xxxxxxx","xxx.................^^xxxxxx","xxxxxx...............^^xxxxx","xxxxxx.^.....^........^^xxxx","xxxxxx.^...^^...........xxxx","xxxxx.^^.^^^...........xxxxx","xxxxx.^^.^...........xxxxxxx","xxxxx.^^............~xxxxxxx","xxxxx.^...........^^^xxxxxxx","xxxxx...xx~~^^^^^^^xxxxxxxxx","xxxxxxxxxxxxx^xxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx","xxxxxxxxxxxxxxxxxxxxxxxxxxxx"],"rivers":[["Rhein",[[10,38],[10,37],[9,37],[8,37],[7,37],[7,38],[6,38],[5,38],[5,37],[5,36],[5,35],[5,34],[6,34],[6,33],[6,32],[6,31],[7,31],[7,30],[7,29],[7,28],[7,27],[7,26],[6,26],[5,26],[5,25],[5,24],[4,24],[4,23],[3,23],[3,22],[3,21],[3,20],[2,20],[2,19],[2,18],[1,18],[0,18]],true,true],["Main",[[18,26],[17,26],[16,26],[15,26],[15,27],[14,27],[13,27],[12,27],[12,28],[11,28],[10,28],[10,27],[9,27],[9,26],[8,26],[7,26]],false,true],["Neckar",[[7,36],[7,35],[8,35],[8,34],[9,34],[9,33],[10,33],[10,32],[10,31],[10,30],[9,30],[9,29],[8,29],[7,29]],false,true],["Mosel",[[0,28],[1,28],[2,28],[2,27],[3,27],[3,26],[4,26],[4,25],[4,24]],true,true],["Donau",[[8,36],[9,36],[9,35],[10,35],[11,35],[11,34],[12,34],[13,34],[13,33],[14,33],[15,33],[15,32],[16,32],[17,32],[18,32],[18,31],[19,31],[20,31],[20,32],[21,32],[22,32],[22,33],[23,33],[24,33]],false,true],["Isar",[[16,39],[16,38],[17,38],[17,37],[17,36],[17,35],[17,34],[18,34],[18,33],[19,33],[20,33],[21,33],[22,33]],true,true],["Inn",[[19,38],[19,37],[19,36],[19,35],[20,35],[20,34],[21,34],[22,34],[22,33]],true,true],["Weser",[[11,20],[11,19],[11,18],[10,18],[10,17],[10,16],[10,15],[10,14],[10,13],[10,12],[9,12],[9,11],[8,11],[8,10],[8,9]],false,true],["Ems",[[8,18],[7,18],[7,17],[6,17],[5,17],[5,16],[5,15],[5,14],[5,13],[5,12],[5,11],[5,10],[4,10],[4,9]],false,true],["Elbe",[[24,23],[24,22],[24,21],[23,21],[22,21],[22,20],[21,20],[21,19],[21,18],[20,18],[19,18],[19,17],[18,17],[17,17],[17,16],[17,15],[18,15],[18,14],[18,13],[17,13],[17,12],[16,12],[15,12],[15,11],[14,11],[14,10],[13,10],[12,10],[12,9],[11,9],[10,9],[10,8],[9,8],[8,8]],true,true],["Saale",[[18,25],[18,24],[17,24],[17,23],[17,22],[17,21],[18,21],[18,20],[18,19],[18,18],[18,17]],false,true],["Havel",[[21,10],[21,11],[21,12],[21,13],[21,14],[21,15],[20,15],[19,15],[19,14],[19,13],[18,13]],false,true],["Spree",[[25,21],[25,20],[25,19],[25,18],[24,18],[24,17],[24,16],[24,15],[23,15],[22,15],[21,15]],false,true],["Oder",[[25,11],[24,11],[24,12],[24,13],[24,14],[25,14],[25,15],[25,16],[25,17],[26,17],[27,17]],true,true],["Neiße",[[26,22],[26,21],[26,20],[26,19],[26,18],[26,17]],true,true]],"towns":[["Hamburg",[[[11,9],4,3],[[12,9],3,5],[[11,10],null,5],[[12,10],0,3]]],["Hannover",[[[11,15],2,3],[[12,15],1,3],[[11,16],null,3]]],["Bremen",[[[8,12],3,3],[[9,12],2,3]]],["Rostock",[[[18,8],1,3],[[19,8],0,3]]],["Kiel",[[[12,5],null,3]]],["Sassnitz",[[[22,5],3,3]]],["Emden",[[[4,10],4,5]]],["Köln",[[[3,22],4,3],[[4,22],3,5],[[3,23],null,5],[[4,23],2,5]]],["Frankfurt",[[[8,25],3,3],[[9,25],1,5],[[8,26],4,5],[[9,26],null,5]]],["Dortmund",[[[3,19],0,5],[[4,19],1,3],[[5,19],null,3]]],["Bielefeld",[[[8,17],4,3],[[9,17],2,3]]],["Münster",[[[5,17],3,3]]],["Aachen",[[[1,22],0,3]]],["Berlin",[[[22,15],4,5],[[23,15],null,5],[[22,16],1,5],[[23,16],2,5]]],["Leipzig",[[[17,19],null,3],[[18,19],0,5],[[19,19],3,3]]],["Dresden",[[[23,22],4,3],[[24,22],0,3]]],["Magdeburg",[[[17,16],3,5],[[17,17],1,3]]],["Erfurt",[[[15,22],2,3]]],["Cottbus",[[[25,18],null,3]]],["Stuttgart",[[[9,32],4,5],[[10,32],2,5],[[9,33],null,5]]],["Mannheim",[[[8,29],3,3],[[8,30],1,3]]],["Freiburg",[[[5,36],4,3],[[5,37],0,3]]],["Saarbrücken",[[[3,30],2,3]]],["Koblenz",[[[5,25],0,5]]],["Ulm",[[[12,33],null,3]]],["Friedrichshafen",[[[11,37],3,5]]],["München",[[[16,36],4,5],[[17,36],3,5],[[15,36],1,5],[[17,37],null,5]]],["Nürnberg",[[[15,29],4,3],[[16,29],2,3],[[15,30],null,3]]],["Regensburg",[[[18,31],4,3],[[19,31],1,3]]],["Passau",[[[23,33],null,3]]],["Rosenheim",[[[19,36],3,3]]],["Hof",[[[18,25],0,5]]]],"countries":[["Dänemark",[11,3],5],["Schweden",[22,3],5],["Polen",[25,13],5],["Tschechien",[21,29],5],["Österreich",[19,38],5],["Schweiz",[9,38],5],["Frankreich",[5,31],5],["Luxemburg",[1,27],5],["Belgien",[1,24],5],["Niederlande",[3,15],5]]},"dues":[[[11,9],1],[[12,9],1],[[12,10],1],[[9,12],1],[[4,10],1],[[3,22],1],[[3,23],1],[[4,23],1],[[8,26],1],[[9,26],1],[[5,17],1],[[22,15],1],[[23,15],1],[[18,19],1],[[24,22],1],[[17,16],1],[[17,17],1],[[25,18],1],[[10,32],1],[[9,33],1],[[8,29],1],[[5,36],1],[[5,37],1],[[5,25],1],[[12,33],1],[[17,36],1],[[17,37],1],[[18,31],1],[[19,31],1],[[23,33],1],[[19,36],1],[[18,25],1]],"builders":[[[11,10],[1,2]],[[11,16],[0,3,4]],[[12,5],[0,1,2,3,4]],[[3,23],[0,1]],[[9,26],[0,2]],[[5,19],[2,3,4]],[[23,15],[0,3]],[[17,19],[1,2,4]],[[25,18],[0,1,2,3,4]],[[9,33],[0,1,3]],[[12,33],[0,1,2,3,4]],[[17,37],[0,2]],[[15,30],[0,1,3]],[[23,33],[0,1,2,3,4]]]},"Map of the line and the landscape. A: S10 b3, points n at b2 (grass); B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main).",["S10, end A                     S14, end B","    a  b  c  d  e  f  g            a  b  c  d  e  f  g"," 1  .  .  .  w  .  .  .  1      1  ^  ^  .  │  .  .  .  1"," 2  . <A> .  w W3 Ü3  .  2      2  ^  .  .  │  .  .  ^  2"," 3  .  │  .  w *3  .  .  3      3  .  .  .  │  .  .  ^  3"," 4  e [B][W] w  .  .  .  4      4  .  .  .  │  .  ^  .  4"," 5  e  e  │  w  w  .  ^  5      5  . I3  ┌──┘  .  ^  .  5"," 6  .  .  └──┐  w  .  .  6      6  r B6m<B> .  .  .  .  6"," 7  ^  ^  .  │  w  .  .  7      7  r  .  m  m  .  m  m  7","    a  b  c  d  e  f  g            a  b  c  d  e  f  g",""," . grass   ^ mountain   w Weser   e Ems   r Rhein   m Main"," Ü3 Überall Fahrten   W3 [W] Weiden Express   I3 Insel Hopper"," B6 [B] Berg & Tal-Bahn   *3 S10 e3: E, I, B   *6 S14 c6: E, W"," <A> <B> where the line goes on"],"germany"],["Entries",[["A: S10 b3, points n at b2 (grass)",["The line may leave S10: 7 pieces lie there.","Beyond: n S6 (wins 2 ?), e S11 (wins 2 ?), s S14 (closed by end B), w S9 (wins 2 ?)."]],["B: S14 c5 in Frankfurt, points s at c6 (Frankfurt, white 6, river Main)",["Extra cost of track there: 1 die for river Main.","Station on S14 c6 in Frankfurt, 6 dice (1 of it for river Main): Eisberg Tours, Weiden Express.","The line may leave S14: 6 pieces lie there.","Beyond: n S10 (closed by end A), e S15 (wins 2 ?), s S18 (wins 2 ?), w S13 (wins 2 ?)."]],["Free town squares, and the dice that a station takes there now:",["S10: Hannover e2 purple 3, f2 blue 3, e3 white 3 (Eisberg Tours, Insel Hopper, Berg & Tal-Bahn)","S14: Frankfurt b5 yellow 3, b6 red 6 (1 of it for river Main), c6 white 6 (1 of it for river Main; Eisberg Tours, Weiden Express)"]]]],["Heading","Germany"],["Signs",[" +-S1-----------+-S2-----------+-S3-----------+-S4-----------+"," |~ ~ ~ ~ ~ ~ ~ |~         ~   |~ ~       ~ ~ |      ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~           |  ~       ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~       ~   |  ~ ~     ~ ~ |~ ~ ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~     ()~ ~ |~ ~ ~ ~ ~ ~ ~ |~ ()~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . ~ ~ |~ ~     ~ ~ ~ |~ . ~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . *3~ |~ ~ ~ ~ ~ ~ ~ |. I3~ ~ ~ ~ ~ |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ . . . . . |. ~ ~ ~ ~ . . |. ~ ~ ~ ~ ~ ~ |"," +-S5-----------+-S6-----------+-S7-----------+-S8-----------+"," |~ ~ ~ ~ ~ ~ ~ |~ ~ ~ . . . . |. ~ ~ . . . . |. . . ~ ~     |"," |~ ~ ~ ~ ~ ~ ~ |~ ~ b b . . . |. . . . Ü3E3. |. . . ~       |"," |~ ~ ~ ~ ~ . . |~ ~ . b B4I6. |. . ~ . . . . |. . . .       |"," |~       B6e . |. w . . *5E4b |b . . . . . ~ |h . . .       |"," |          e . |. w w . . . . |b b . . . . . |h . . o       |"," |          e . |. I3W4w . . . |. b b b . . . |h . . o       |"," |        . e . |. . . w . . . |. . . b b h . |h . . o ()    |"," +-S9-----------+-S10*---------+-S11----------+-S12----------+"," |      . . e . |. . . w . . . |. . . . b h . |h . . o o     |"," |      (). e . |. <A. w W3Ü3. |. . . b b h h |h B6*6p o     |"," |        . e . |. │ . w *3. . |. . . I6. . . |. Ü5W5p o     |"," |      . . I4e |e B#W#w . . . |. . . Ü4b b . |. . . p o o   |"," |  r r . . . . |e e │ w w . ^ |^ ^ . . a b b |b . . p *4s   |"," |  . r E5Ü3*3. |. . └─┐ w . . |^ ^ . *3E6I3. |b . . . p s   |"," |  . r r . . ^ |^ ^ . │ w . . |. . . . a . . |b b . . p s   |"," +-S13----------+-S14*---------+-S15----------+-S16----------+"," |  . . r . . ^ |^ ^ . │ . . . |. . . a a . . |. b b b p s   |"," |  E3. B4I5. . |^ . . │ . . ^ |. W3. a . . . |. . B3E4      |"," |  ^ . *6W6. . |. . . │ . . ^ |^ ^ . a . . . |^ ^           |"," |  ()^ ^ r r . |. . . │ . ^ . |^ ^ ^ a^a . ^ |^             |"," |  ^ ^ ^ l E6. |. I3┌─┘ . ^ . |. . ^ . E6.   |              |"," |  ^ ^ l l r r |r B6<B. . . . |. m m m m     |              |"," |  ()l l . . . |r . m m . m m |m m . . . .   |              |"," +-S17----------+-S18----------+-S19----------+-S20----------+"," |  l l . . . . |r . . m m m . |. . . . . .   |              |"," |    . . . . . |r I4k . . . . |. B3W3. . . ^ |()            |"," |      W3. . . |r Ü3k k . . . |. *3. . . . ^ |^             |"," |          ()r |r . . k . . . |. . . . B4Ü4d |^ ^           |"," |            r |^ . B5W6. . ^ |. d d d d . d |d d^^         |"," |            r |^ . *6k ^ *4d |d d . . i i i |i d *4        |"," |          r r^|^ k k^^ d^d d |. . . i i . n |n n           |"," +-S21----------+-S22----------+-S23----------+--------------+"," |          r ^ |k^k d^d d . . |. . . i . n n |              |"," |          B4^ |k^d d . . . . |. Ü5B5I6. I4~ |              |"," |          E4^ |r r r r I5. . |. . . *6^ n^^ |              |"," |          r r |r   ()~ ~ ^ ^ |^ ^ i^i^^ ()  |              |"," |              |            ^ |              |              |"," |              |              |              |              |"," |              |              |              |              |"," +--------------+--------------+--------------+--------------+",""," * being built on   <A <B where the line goes on   E Eisberg Tours"," Ü Überall Fahrten   W Weiden Express   I Insel Hopper"," B Berg & Tal-Bahn"," letter and number: free town square, dice for a station there now"," letter#: station   () open country, -- used up   r Rhein   m Main"," k Neckar   l Mosel   d Donau   i Isar   n Inn   w Weser   e Ems"," b Elbe   a Saale   h Havel   p Spree   o Oder   s Neiße"," rivers through town squares:   r: S13 d2 d3 e3 f5, S21 f2 f3"," m: S14 b6 c6   k: S18 b2 c6 d5   d: S19 e4 f4, S20 c6   i: S23 d2 d3"," n: S23 f2   w: S6 c6   e: S5 e4, S9 f4"," b: S6 e3 f3 f4, S11 d3 d4, S16 d2   a: S11 e6, S15 e5   p: S12 b2 c2 e5"," * white squares, and who may build there now:   S2 f6: E, Ü, W, I, B"," S6 e4: Ü, W   S9 f6: W, I, B   S10 e3: E, I, B   S11 d6: Ü, W, B"," S12 c2: E, I   S12 e5: E, Ü, W, I, B   S13 d3: E, Ü   S14 c6: E, W"," S18 c6: E, Ü, I   S18 f6: E, Ü, W, I, B   S19 b3: E, Ü, I"," S20 c6: E, Ü, W, I, B   S23 d3: E, W"],true],["Paragraph","Countries left for a station abroad: Denmark (S2 e4, 5 dice), Sweden (S4 b4, 5 dice), Poland (S8 e7, 5 dice), Czechia (S20 a2, 5 dice), Austria (S23 f4, 5 dice), Switzerland (S22 c4, 5 dice), France (S17 f4, 5 dice), Luxembourg (S13 b7, 5 dice), Belgium (S13 b4, 5 dice), Netherlands (S9 d2, 5 dice)."],["Heading","Companies"],["Grid",["Stations","colour","director","standing","left"],[["E Eisberg Tours","green","-","-","7"],["Ü Überall Fahrten","blue","-","-","7"],["W Weiden Express","purple","Bert","1","6"],["I Insel Hopper","yellow","-","-","9"],["B Berg & Tal-Bahn","red","Bert","1","8"]],[3,4],{}],["Grid",["Passengers","waiting","Carl","Bert"],[["E Eisberg Tours","3,000","-","-"],["Ü Überall Fahrten","1,000","-","-"],["W Weiden Express","-","-","1,000"],["I Insel Hopper","1,000","-","-"],["B Berg & Tal-Bahn","-","-","1,000"]],[1,2,3],{}],["Heading","Players"],["Grid",["Players","directs","carried","straight","curve","transport","?"],[["Carl","-","-","-","1","-","1"],["Bert (starts)","WB","2,000","-","-","-","2"]],[2,3,4,5,6],{"3":"straight","4":"curve","5":"transport","6":"?"}],["Paragraph","In the bank: 25 dice. On the board as track: 11."],["Heading","For your eyes only"],["Hand","Behind your screen: 0 dice.","In front of it, for everyone to see: 2 ?.",0,["?","?"]],["Signature","Advent, Railroad Dice by mail","https://games.test/games/e2"]]]');
INSERT INTO "mail_document" VALUES(39,'["en",[["Lead",["Anna writes to you:"],""],["Speech",["Sorry."]],["Paragraph","To answer, reply to this mail with:"],["Orders",[["press anna: ...",""]]],["Paragraph","A longer text goes on the lines below: put nothing behind the colon. It ends with your letter, or with \"end press\", and orders may stand before or behind it. With \"mute anna\" you are not mailed such messages any more."],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1/press"]]]');
INSERT INTO "mail_document" VALUES(40,'["en",[["Lead",["Your orders were carried out."],"Y2.1 #42"],["Heading","Your letter, line by line"],["Fates",[[1,"press bert: Sorry.","good","done","It goes to Bert.",""]]],["Heading","Where the game stands"],["Lines",["Bert is to play (year 2, turn 1 of 2), by Saturday 28 November 2026, 21:05 UTC at the latest."]],["Heading","The line"],["Drawing",{"companies":[{"name":"Eisberg Tours","letter":"E","colour":"green"},{"name":"Überall Fahrten","letter":"Ü","colour":"blue"},{"name":"Weiden Express","letter":"W","colour":"purple"},{"name":"Insel Hopper","letter":"I","colour":"yellow"},{"name":"Berg & Tal-Bahn","letter":"B","colour":"red"}],"tiles":[{"cell":[0,0],"number":1,"ground":"................................................."}],"current":[1],"pieces":[{"square":[3,3],"sides":[3,1]},{"square":[4,3],"sides":[3,1]},{"square":[5,3],"sides":[3,1]}],"ends":[{"name":"A","square":[3,3],"is_station":false,"ways":[3]},{"name":"B","square":[5,3],"is_station":false,"ways":[1]}]},"Map of the line and the landscape. A: T1 d4, points w at c4 (grass); B: T1 f4, points e at g4 (grass).",["T1 (grass), both ends","    a  b  c  d  e  f  g"," 1  .  .  .  .  .  .  .  1"," 2  .  .  .  .  .  .  .  2"," 3  .  .  .  .  .  .  .  3"," 4  .  . <A>─────────<B> 4"," 5  .  .  .  .  .  .  .  5"," 6  .  .  .  .  .  .  .  6"," 7  .  .  .  .  .  .  .  7","    a  b  c  d  e  f  g",""," . grass   <A> <B> where the line goes on"],"first_rails"],["Entries",[["A: T1 d4, points w at c4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","Stations that fit there, and their prices: grassland station (Überall Fahrten 3/5, Weiden Express 3/5, Insel Hopper 3/5, Berg & Tal-Bahn 3/5)."]],["B: T1 f4, points e at g4 (grass)",["The line may leave T1 after 2 more pieces: 3 of 5 lie there.","No station there: T1 g4 lies at the border of its tile, where no station may stand."]],["New tiles that fit beside T1:",["n: grass, lake, lake/e, lake/s, lake/w, ne, nw, wne","e: grass, lake, lake/e, lake/s, lake/w, ne, es, nes","s: grass, lake, lake/e, lake/s, lake/w, es, sw, esw","w: grass, lake, lake/e, lake/s, lake/w, sw, nw, nsw"]]]],["Heading","The landscape"],["Signs",[" +-----+"," |T1*  |"," |     |"," +-----+",""," * tiles being built on"],true],["Paragraph","Small tiles left (34): grassland 8, lake 8, mountains on two sides 9, mountains on three sides 9"],["Heading","Companies"],["Grid",["Shares","director","Anna","Bert","bank"],[["E Eisberg Tours","-","-","-","10"],["Ü Überall Fahrten","-","-","-","10"],["W Weiden Express","Anna","1","1","8"],["I Insel Hopper","-","-","-","10"],["B Berg & Tal-Bahn","-","-","-","10"]],[2,3,4],{}],["Grid",["Stations left","mountain","lake","grassland","built","chain"],[["E Eisberg Tours","2x3 2x5","2x3 2x5","-","-","-"],["Ü Überall Fahrten","1x3 1x5","1x3 1x5","3x3 1x5","-","-"],["W Weiden Express","-","-","5x3 3x5","-","-"],["I Insel Hopper","-","3x3 2x5","3x3 2x5","-","-"],["B Berg & Tal-Bahn","3x3 2x5","-","3x3 2x5","-","-"]],[4,5],{}],["Paragraph","2x3: two stations for 3 dice each. chain: tiles in the longest chain, each bringing 1,000 passengers a year."],["Heading","Players"],["Grid",["Players","directs","built","straight","curve","share","?","in all"],[["Anna","W","-","1","4","-","-","5"],["Bert (starts)","-","-","2","2","-","1","5"]],[2,3,4,5,6,7],{"3":"straight","4":"curve","5":"share","6":"?"}],["Paragraph","In the bank: 26 dice. On the board as track: 3."],["Heading","For your eyes only"],["Hand","Behind your screen: 1 die, 0 passengers.","In front of it, for everyone to see: 1 straight, 4 curves.",1,["straight","curve","curve","curve","curve"]],["Signature","Whitsun, Railroad Dice by mail","https://games.test/games/e1"]]]');
CREATE TABLE meta (
	"key" VARCHAR NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('heartbeat','1795694400000');
INSERT INTO "meta" VALUES('database','4be8f3cfe1f7c50747bd9725b927d4e3');
INSERT INTO "meta" VALUES('beats','36');
CREATE TABLE mute (
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	CONSTRAINT pk_mute PRIMARY KEY (game_id, player_id, seat), 
	CONSTRAINT fk_mute_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_mute_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
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
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT ck_player_address_lower CHECK (address = lower(address)), 
	CONSTRAINT uq_player_address UNIQUE (address), 
	CONSTRAINT uq_player_token UNIQUE (token)
);
INSERT INTO "player" VALUES(1,'Anna','anna@player.test','en',NULL,1795366800000,'vju7idbew2easrmo',0,NULL);
INSERT INTO "player" VALUES(2,'Bert','bert@player.test','de',NULL,1795366800000,'bp5knq5glntoc7xu',0,NULL);
INSERT INTO "player" VALUES(3,'Mona','mona@player.test','en',NULL,1795366800000,'zntqr4xvfaw2abht',1,NULL);
INSERT INTO "player" VALUES(4,'Carl','carl@player.test','fr',NULL,1795366800000,'z5bg4oyfgqx5xk36',0,NULL);
CREATE TABLE preferences (
	player_id INTEGER NOT NULL, 
	zone VARCHAR NOT NULL, 
	format VARCHAR NOT NULL, 
	reports VARCHAR NOT NULL, 
	reminders VARCHAR NOT NULL, 
	calendar_token VARCHAR, 
	CONSTRAINT pk_preferences PRIMARY KEY (player_id), 
	CONSTRAINT fk_preferences_player_id_player FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT uq_preferences_calendar_token UNIQUE (calendar_token)
);
INSERT INTO "preferences" VALUES(1,'','text','all','24 0',NULL);
INSERT INTO "preferences" VALUES(2,'','text','all','24 0',NULL);
INSERT INTO "preferences" VALUES(3,'','text','all','24 0',NULL);
INSERT INTO "preferences" VALUES(4,'','text','all','24 0',NULL);
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
CREATE TABLE proposal (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	to_position INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	made_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
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
CREATE TABLE result (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER, 
	kind VARCHAR NOT NULL, 
	seats INTEGER NOT NULL, 
	winners INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	passengers INTEGER NOT NULL, 
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
INSERT INTO "seat" VALUES(1,0,1,'fvxdpiycoia4bjki',NULL,NULL,'salt 0',NULL,NULL,44,42,0);
INSERT INTO "seat" VALUES(1,1,2,'3vczhgpkvu5kzdbc',NULL,NULL,'salt 1',NULL,NULL,44,42,0);
INSERT INTO "seat" VALUES(2,0,4,'5ggzvhxhfwv3d6gd',NULL,NULL,'salt 0',NULL,NULL,62,62,0);
INSERT INTO "seat" VALUES(2,1,2,'vrc5mgfd435yg4fx',NULL,NULL,'salt 1',NULL,NULL,62,62,0);
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
	player_id INTEGER, 
	kind VARCHAR NOT NULL, 
	straight INTEGER NOT NULL, 
	curve INTEGER NOT NULL, 
	share INTEGER NOT NULL, 
	wild INTEGER NOT NULL, 
	sides VARCHAR NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_throw PRIMARY KEY (game_id, epoch, year, seat), 
	CONSTRAINT fk_throw_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_throw_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "throw" VALUES(1,0,1,0,1,'first_rails',3,4,1,0,'2211',1795370400000);
INSERT INTO "throw" VALUES(1,0,1,1,2,'first_rails',2,4,1,1,'2211',1795420800000);
INSERT INTO "throw" VALUES(2,0,1,0,NULL,'germany',0,2,2,0,'2211',1795453200000);
INSERT INTO "throw" VALUES(2,0,1,1,NULL,'germany',1,1,0,0,'2211',1795539600000);
INSERT INTO "throw" VALUES(2,0,2,1,NULL,'germany',1,0,0,1,'2211',1795626000000);
CREATE TABLE turn_taken (
	game_id INTEGER NOT NULL, 
	year INTEGER NOT NULL, 
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
	CONSTRAINT pk_turn_taken PRIMARY KEY (game_id, year, seat), 
	CONSTRAINT fk_turn_taken_game_id_game FOREIGN KEY(game_id) REFERENCES game (id), 
	CONSTRAINT fk_turn_taken_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "turn_taken" VALUES(2,1,0,4,'germany',2,1795366800000,1795453200000,1795453200000,1,'bot');
INSERT INTO "turn_taken" VALUES(2,1,1,2,'germany',2,1795453200000,1795539600000,1795539600000,1,'bot');
INSERT INTO "turn_taken" VALUES(1,1,0,1,'first_rails',2,1795366800000,1795370400000,1795712400000,0,'player');
INSERT INTO "turn_taken" VALUES(1,1,1,2,'first_rails',2,1795370400000,1795550400000,1795842300000,0,'player');
INSERT INTO "turn_taken" VALUES(2,2,1,2,'germany',2,1795539600000,1795626000000,1795626000000,1,'bot');
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
	CONSTRAINT uq_web_session_mark UNIQUE (mark), 
	CONSTRAINT uq_web_session_token_hash UNIQUE (token_hash), 
	CONSTRAINT fk_web_session_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE INDEX ix_game_status_wake_ms ON game (status, wake_ms);
CREATE INDEX ix_game_kind_status ON game (kind, status);
CREATE INDEX ix_game_bot_due ON game (id) WHERE active_bot IS NOT NULL;
CREATE INDEX ix_registration_address ON registration (address);
CREATE INDEX ix_turn_taken_player_id ON turn_taken (player_id);
CREATE INDEX ix_turn_taken_kind_player_id_late_played_by ON turn_taken (kind, player_id, late, played_by);
CREATE INDEX ix_turn_taken_kind_seats_played_by_took_ms_late_player_id ON turn_taken (kind, seats, played_by, took_ms, late, player_id);
CREATE INDEX ix_throw_player_id_kind ON throw (player_id, kind);
CREATE INDEX ix_throw_kind ON throw (kind);
CREATE INDEX ix_result_kind_player_id ON result (kind, player_id);
CREATE INDEX ix_result_player_id ON result (player_id);
CREATE INDEX ix_rating_kind_player_id_at_ms_game_id ON rating (kind, player_id, at_ms, game_id);
CREATE INDEX ix_seat_vacant ON seat (vacant_ms) WHERE vacant_ms IS NOT NULL;
CREATE INDEX ix_seat_player_id ON seat (player_id);
CREATE INDEX ix_tenure_player_id ON tenure (player_id);
CREATE INDEX ix_standby_kind_since_ms ON standby (kind, since_ms);
CREATE INDEX ix_waiting_list_status_expires_ms ON waiting_list (status, expires_ms);
CREATE INDEX ix_letter_game_id_id ON letter (game_id, id);
CREATE INDEX ix_letter_kept ON letter (received_ms) WHERE length(raw) > 0;
CREATE INDEX ix_letter_status_id ON letter (status, id);
CREATE INDEX ix_mail_status_next_ms ON mail (status, next_ms);
CREATE INDEX ix_mail_game_id_seat ON mail (game_id, seat);
CREATE INDEX ix_mail_player_id ON mail (player_id);
CREATE INDEX ix_mail_kept ON mail (sent_ms) WHERE raw IS NOT NULL;
CREATE INDEX ix_sign_in_player_id ON sign_in (player_id);
CREATE INDEX ix_web_session_player_id ON web_session (player_id);
CREATE INDEX ix_absence_player_id_last_day ON absence (player_id, last_day);
CREATE INDEX ix_sent_form_sent_ms ON sent_form (sent_ms);
CREATE INDEX ix_watch_player_id ON watch (player_id);
CREATE INDEX ix_offer_player_id ON offer (player_id);
CREATE INDEX ix_offer_game_id_seat ON offer (game_id, seat);
CREATE INDEX ix_offer_status_expires_ms ON offer (status, expires_ms);
CREATE INDEX ix_waiting_player_player_id ON waiting_player (player_id);
CREATE INDEX ix_invitation_address ON invitation (address);
CREATE INDEX ix_entry_note ON entry (game_id, position) WHERE kind = 'note';
CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entry_never_replaced BEFORE INSERT ON entry WHEN EXISTS (SELECT 1 FROM entry WHERE game_id = NEW.game_id AND position = NEW.position) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX ix_bounce_mail_id ON bounce (mail_id);
CREATE INDEX ix_mail_bytes_picture ON mail_bytes (picture);
CREATE INDEX ix_mail_bytes_sent_ms ON mail_bytes (sent_ms);
CREATE INDEX ix_dispute_status_filed_ms ON dispute (status, filed_ms);
CREATE INDEX ix_dispute_game_id_status ON dispute (game_id, status);
CREATE INDEX ix_proposal_game_id_status ON proposal (game_id, status);
CREATE INDEX ix_proposal_status_expires_ms ON proposal (status, expires_ms);
CREATE INDEX ix_confirmation_expires_ms ON confirmation (expires_ms);
CREATE INDEX ix_confirmation_player_id ON confirmation (player_id);
CREATE INDEX ix_confirmation_game_id_seat ON confirmation (game_id, seat);
CREATE INDEX ix_press_waiting ON press (at_ms) WHERE NOT passed_on;
CREATE INDEX ix_press_game_id_at_ms ON press (game_id, at_ms);
CREATE INDEX ix_ruling_dispute_id ON ruling (dispute_id);
CREATE INDEX ix_ruling_rule_ruled_ms ON ruling (rule, ruled_ms);
CREATE INDEX ix_statement_dispute_id ON statement (dispute_id);
CREATE INDEX ix_sight_game_id_player_id ON sight (game_id, player_id);
CREATE INDEX ix_sight_player_id ON sight (player_id);
CREATE INDEX ix_press_kept_player_id ON press_kept (player_id);
DELETE FROM "sqlite_sequence";
COMMIT;
