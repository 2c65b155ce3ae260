/** A calendar day in Manila, YYYY-MM-DD. */
export const day = (column: string): string => `${column} text check (${column} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')`;

/** Makes a table insert-only: its rows cannot be updated or deleted. */
export const insertOnly = (table: string): string[] => [
  `create trigger ${table}_insert_only before update or delete on ${table} for each row execute function refuse_change()`,
  `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function refuse_change()`,
];
