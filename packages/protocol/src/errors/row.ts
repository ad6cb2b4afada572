/** One error code. `title` says what happened, `fix` what to do next; together they form the text that people see. */
export type ErrorRow = {
  status: number
  title: string
  fix: string
  /** Paths of the input fields the error is about, for every call that returns it; a form marks those it has. */
  fields?: readonly string[]
}
