/** Lets findBy… and waitFor wait longer than their default of one second, which a busy machine exceeds. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 30_000 })
}
