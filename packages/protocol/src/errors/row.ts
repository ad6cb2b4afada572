/** One error code. `title` says what happened, `fix` what to do next; together they are the sentence people see. */
export type ErrorRow = {
  status: number
  title: string
  fix: string
  /** Paths of the input fields the error is about, in every call that ends in it; a form marks those it has. */
  fields?: readonly string[]
}
