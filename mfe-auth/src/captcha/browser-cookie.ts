/**
 * The service gives a new browser a cookie with its first response, and binds challenges to that cookie. Two first calls at the
 * same time would receive two cookies. The browser keeps only the later one, and a challenge bound to the other would be refused.
 */
let hasCookie = false
let lastFirstCall: Promise<unknown> = Promise.resolve()

/**
 * Makes a call whose response is bound to this browser. Until the first of these calls has succeeded, each waits until the one
 * before it has ended.
 */
export function callWithBrowserCookie<T>(makeCall: () => Promise<T>): Promise<T> {
  if (hasCookie) return makeCall()
  const response = lastFirstCall.then(makeCall)
  const setCookie = () => {
    hasCookie = true
  }
  lastFirstCall = response.then(setCookie, () => undefined)
  return response
}
