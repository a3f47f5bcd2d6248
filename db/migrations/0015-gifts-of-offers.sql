-- The desk counts an offer's gifts, also those that are over.
create index gifts_of_offer on gifts (offer_id);
