/** The names in braces of a message: `{name} signed on {day}` has `name` and `day`. */
export type Placeholder<Message extends string> =
  Message extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never

/** What fills the placeholders of a message; numbers and dates come formatted (`format.ts`). */
export type Values<Message extends string> = Record<Placeholder<Message>, string | number>

/** The second argument of a function that words a message: required exactly when it has placeholders. */
export type ValueArguments<Message extends string> = [Placeholder<Message>] extends [never]
  ? []
  : [values: Values<Message>]

/**
 * Gives an English message in another language. `count` is what a plural form was chosen by: a language
 * with more forms than English chooses its own. A message without a translation is returned as it is.
 */
export type Translate = (message: string, count?: number) => string

/** Replaces each `{name}` by its value. A name without a value stays, so that the mistake shows. */
export function fillPlaceholders(message: string, values: Record<string, unknown>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder))
}

/** Marks a message for the catalogue without wording it, where the language is not known yet. */
export function msg<const Message extends string>(message: Message): Message {
  return message
}
