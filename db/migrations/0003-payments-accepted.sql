-- How a venue is paid at its own tills (section 3, "Structured data"; G40): 'Credit Card', 'Cash', 'Cheque'.
alter table establishments add column payments_accepted jsonb not null default '[]';
