/** Jest runs this file after the tests. It stops everything that the set-up started. */
export default async function teardown() {
  const stops = globalThis.inkproofStops ?? []
  globalThis.inkproofStops = []
  await Promise.all(stops.map((stop) => stop()))
}
