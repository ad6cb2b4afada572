/**
 * The order in which waiting e-mails are sent: links that a user is waiting for, then notices, then e-mails
 * that a single user can send to others in large numbers.
 */
export const PRIORITIES = { link: 1, notice: 2, invitation: 3 } as const
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES]
