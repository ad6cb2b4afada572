import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { dismissToast, toast, updateToast, useToasts } from './toast.ts'

const currentToasts = () => useToasts.getState().toasts

beforeEach(() => {
  jest.useFakeTimers()
  useToasts.setState({ toasts: [] })
})
afterEach(() => {
  jest.useRealTimers()
})

test('a new toast replaces the visible one', () => {
  toast({ title: 'first' })
  toast({ title: 'second' })
  expect(currentToasts().map(({ title }) => title)).toEqual(['second'])
})

test('a toast is updated by its id', () => {
  const { id } = toast({ title: 'sending' })
  updateToast(id, { title: 'sent' })
  expect(currentToasts()[0]).toMatchObject({ id, title: 'sent', open: true })
})

test('updating a replaced toast does not show it again', () => {
  const first = toast({ title: 'first' })
  toast({ title: 'second' })
  first.update({ title: 'first again' })
  expect(currentToasts().map(({ title }) => title)).toEqual(['second'])
})

test('a dismissed toast closes immediately and is removed after 1,000,000 ms', () => {
  const { dismiss } = toast({ title: 'done' })
  dismiss()
  expect(currentToasts()[0]?.open).toBe(false)
  jest.advanceTimersByTime(999_999)
  expect(currentToasts()).toHaveLength(1)
  jest.advanceTimersByTime(1)
  expect(currentToasts()).toEqual([])
})

test('without an id every toast is dismissed', () => {
  toast({ title: 'one' })
  dismissToast()
  expect(currentToasts().every(({ open }) => !open)).toBe(true)
})
