import { cx } from 'class-variance-authority'

/** The white paper on which a signature is shown in both themes, because documents are white. */
export const PAPER = cx('relative overflow-hidden rounded-lg border border-line bg-white')
