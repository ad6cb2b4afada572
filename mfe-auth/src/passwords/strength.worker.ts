/** Runs outside the main thread: preparing the word lists takes a moment, and typing must stay smooth. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A password to evaluate; `about` contains names that an attacker would try for this person. */
export type StrengthQuestion = { id: number; password: string; about: readonly string[] }

/** `score` is 0 to 4; `weakness` names the pattern that makes it weak. */
export type StrengthAnswer = {
  kind: 'judged'
  id: number
  score: number
  weakness: string | null
}

/** Only the beginning of longer passwords is evaluated: finding patterns in more takes a second. */
const LOOKED_AT = 64

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })

addEventListener('message', ({ data }: MessageEvent<StrengthQuestion>) => {
  const { score, feedback } = judge.check(data.password, [...data.about, 'inkproof'])
  const answer: StrengthAnswer = { kind: 'judged', id: data.id, score, weakness: feedback.warning }
  postMessage(answer)
})
