/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { beforeEach, expect, test } from '@jest/globals'
import { useTheme } from './theme.ts'

beforeEach(() => localStorage.clear())

test('is dark when nothing valid is stored', () => {
  expect(useTheme.getState().theme).toBe('dark')
})

test('toggles the class on the root element and stores the choice', () => {
  useTheme.getState().toggle()
  expect(document.documentElement.className).toBe('light')
  expect(localStorage.getItem('theme')).toBe('light')
  useTheme.getState().toggle()
  expect(document.documentElement.className).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
})
