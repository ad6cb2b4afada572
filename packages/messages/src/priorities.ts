/**
 * What goes first where mails wait: a link that somebody is waiting for, then what people are told of their
 * account, and last what one person may send to others in large numbers.
 */
export const RANKS = { link: 1, notice: 2, invitation: 3 } as const
export type Rank = (typeof RANKS)[keyof typeof RANKS]
