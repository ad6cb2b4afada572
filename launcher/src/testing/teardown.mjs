/** Run by jest after the tests: stops what the set-up of this run started. */
export default async function teardown() {
  const stops = globalThis.inkproofStops ?? []
  globalThis.inkproofStops = []
  await Promise.all(stops.map((stop) => stop()))
}
