/** Evaluates passwords outside the main thread, so that typing stays smooth while the word lists are prepared. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A password to evaluate; `personalTerms` are names and addresses that an attacker would try for this user. */
export type StrengthRequest = { id: number; password: string; personalTerms: readonly string[] }

/** `score` is 0 to 4; `weakness` names the pattern that makes the password weak, null if there is none. */
export type StrengthResponse = {
  kind: 'result'
  id: number
  score: number
  weakness: string | null
}

/** Only the beginning of longer passwords is evaluated, because finding patterns in more text takes a second. */
const MAX_EVALUATED_LENGTH = 64

const evaluator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: MAX_EVALUATED_LENGTH,
})

addEventListener('message', ({ data }: MessageEvent<StrengthRequest>) => {
  const { score, feedback } = evaluator.check(data.password, [...data.personalTerms, 'inkproof'])
  const response: StrengthResponse = {
    kind: 'result',
    id: data.id,
    score,
    weakness: feedback.warning,
  }
  postMessage(response)
})
