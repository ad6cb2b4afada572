import type { ServerResponse } from 'node:http'

/** An error to show in the page: a short title, and the text of the compiler. */
export type Problem = { title: string; text: string }

/** What an open page is told. A page of another version reloads. */
type State = { version: string | null; problem: Problem | null }

export type OpenPages = {
  /** Sends the state to a page now and after each change, as server-sent events. */
  add(response: ServerResponse): void
  update(change: Partial<State>): void
}

/** The pages of the development server that are open in a browser. */
export function createOpenPages(): OpenPages {
  const pages = new Set<ServerResponse>()
  let state: State = { version: null, problem: null }
  const event = () => `event: state\ndata: ${JSON.stringify(state)}\n\n`
  return {
    add: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      pages.add(response)
      response.on('close', () => pages.delete(response))
      response.write(event())
    },
    update: (change) => {
      state = { ...state, ...change }
      for (const page of pages) page.write(event())
    },
  }
}
