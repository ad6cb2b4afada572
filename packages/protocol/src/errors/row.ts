/** One error code. `title` says what happened, `fix` what to do next; together they are the text shown to users. */
export type ErrorRow = {
  status: number
  title: string
  fix: string
  /** Paths of the invalid input fields, across all calls that return this error. A form highlights those it has. */
  fields?: readonly string[]
}
