/** Renders the shell's frame with the marks of frame-template.ts in place of what a release adds. Prints the HTML. */
import './browser-globals.mjs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { FirstFrame, FRAME_ADDRESS } from 'rendered-part'

const frame = createElement(FirstFrame)
const router = createElement(MemoryRouter, { initialEntries: [FRAME_ADDRESS] }, frame)
process.stdout.write(renderToStaticMarkup(router), () => process.exit(0))
