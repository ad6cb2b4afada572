/** What the card of a mailed link is given. */
export type LinkCardProps = {
  /** Kept in memory only. */
  secret: string
  /** The person has seen the outcome: takes the card away. */
  onDone: () => void
}
