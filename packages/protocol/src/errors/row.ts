/** `title` says what happened, `fix` what to do next; together they are the sentence people see. */
export type ErrorRow = { status: number; title: string; fix: string }
