-- A person whom staff disabled is found by name and birthday, whichever account they use.
create index accounts_name on accounts (lastname_normalised, birthday) where status <> 'erased';
