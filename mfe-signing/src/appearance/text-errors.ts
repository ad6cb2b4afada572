/** No font here has these characters. */
export class MissingCharacters extends Error {
  override readonly name = 'MissingCharacters'
  readonly characters: readonly string[]

  constructor(characters: readonly string[]) {
    super(characters.join())
    this.characters = characters
  }
}

/** A text does not fit into its field, not even in the smallest type. */
export class TextDoesNotFit extends Error {
  override readonly name = 'TextDoesNotFit'
}
