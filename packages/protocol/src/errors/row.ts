/** One error code. `title` says what happened, `fix` what to do next; together they are the text shown to users. */
export type ErrorRow = {
  status: number
  title: string
  fix: string
  /** Paths of the input fields the error is about, for every call that returns it; a form marks the ones it shows. */
  fields?: readonly string[]
}
