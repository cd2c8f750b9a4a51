"""The adjudicator, judged through real letters and the mails that come of them."""
