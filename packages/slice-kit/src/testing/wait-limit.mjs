/** Raises the time limit of findBy… and waitFor: a busy machine exceeds the default of one second. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 30_000 })
}
