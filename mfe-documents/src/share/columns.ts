/**
 * Styles of the page's grid. On a phone, the actions come before the hashes. On a wide screen, they are a column; the other
 * parts name theirs, so that they do not move when the actions arrive after them.
 */
export const COLUMNS =
  'grid gap-6 lg:[&>:not(aside)]:col-start-1 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_auto_auto_auto_1fr] lg:items-start *:min-w-0'

export const ACTIONS = 'space-y-6 lg:col-start-2 lg:row-span-5 lg:row-start-1'
