/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { expect, test } from '@jest/globals'
import { render } from '@testing-library/react'
import { rich } from './rich.ts'

test('inserts elements into a sentence', () => {
  const sentence = rich('{name} accepts the <link>terms</link> on {day}.', {
    name: <b>Ada</b>,
    day: 'Monday',
    link: (words) => <a href="/terms">{words}</a>,
  })
  expect(render(<p>{sentence}</p>).container.innerHTML).toBe(
    '<p><b>Ada</b> accepts the <a href="/terms">terms</a> on Monday.</p>',
  )
})
