/** Follows an error of usage, which would be overlooked above the whole usage text. */
export const HELP_HINT = 'Use --help to list the options.'
