import { createElement, Fragment, type ReactNode } from 'react'
import type { Placeholder } from './message.ts'
import { translate } from './text.ts'

/** The names of the tags of a message: `Read the <link>terms</link>.` has `link`. */
type Tag<Message extends string> = Message extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Tag<Rest>
  : never

/** Elements for the placeholders, and for each tag a function that renders the words it encloses. */
type Parts<Message extends string> = Record<Placeholder<Message>, ReactNode> &
  Record<Tag<Message>, (words: string) => ReactNode>

/**
 * Translates a message that contains elements, as one sentence that a translator can reorder: `rich('Read the
 * <link>terms</link>.', { link: (words) => <a href="/terms">{words}</a> })`. Tags cannot be nested, and the words
 * in a tag have no placeholders.
 */
export function rich<Message extends string>(message: Message, parts: Parts<Message>): ReactNode {
  const partsByName = parts as Record<string, ReactNode | ((words: string) => ReactNode)>
  const pieces: ReactNode[] = []
  let end = 0
  const text = translate(message)
  for (const match of text.matchAll(/<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g)) {
    const [matched, tag, words = '', name = ''] = match
    pieces.push(text.slice(end, match.index))
    const part = partsByName[tag ?? name]
    pieces.push(typeof part === 'function' ? part(words) : part)
    end = match.index + matched.length
  }
  return createElement(Fragment, null, ...pieces, text.slice(end))
}
