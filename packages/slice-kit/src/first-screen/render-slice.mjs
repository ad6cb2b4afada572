/**
 * Renders the pages and fills of a slice as they look before any of its effects has run. Prints them as JSON:
 * `{ [path pattern or slot]: { signedOut: html, restoring: html } }`, where `restoring` is for visitors with a stored
 * session that is not validated yet.
 */
import './browser-globals.mjs'
import { useSession } from '@inkproof/slice'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { slice } from 'rendered-part'

/** The fills that are visible before anyone opens them. */
const VISIBLE_FILLS = ['user-menu']

async function main() {
  const rendered = {}
  for (const { path, lazy } of slice.routes) {
    const { FirstScreen, Component } = await lazy()
    rendered[path] = renderBoth(path, FirstScreen ?? Component)
  }
  for (const name of VISIBLE_FILLS) {
    if (name in slice.fills) rendered[name] = renderBoth('/', (await slice.fills[name]()).Component)
  }
  // Modules may have started timers, so the process does not end by itself.
  process.stdout.write(JSON.stringify(rendered), () => process.exit(0))
}

function renderBoth(path, Page) {
  const states = { signedOut: 'signed-out', restoring: 'loading' }
  return Object.fromEntries(
    Object.entries(states).map(([name, status]) => {
      useSession.setState({ status, user: null, token: null }, true)
      return [name, render(path, Page)]
    }),
  )
}

function render(path, Page) {
  const route = createElement(Route, { path, element: createElement(Page) })
  const address = path.replaceAll(/:\w+/g, '-')
  return renderToStaticMarkup(
    createElement(MemoryRouter, { initialEntries: [address] }, createElement(Routes, null, route)),
  )
}

main()
