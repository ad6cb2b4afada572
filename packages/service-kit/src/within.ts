/**
 * What comes of a promise, or of `late` once it takes longer than that. The promise itself goes on; a
 * `late` that throws makes this reject.
 */
export async function within<T, L>(ms: number, answer: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<L>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(late())
      } catch (error) {
        reject(error)
      }
    }, ms)
  })
  return Promise.race([answer, over]).finally(() => clearTimeout(timer))
}
