/**
 * Replaces zustand while pages are rendered at build time: its hooks would return the initial state of a store, these
 * return the current one.
 */
import { createStore } from 'zustand/vanilla'

export const create = (initializer) => (initializer ? makeHook(initializer) : makeHook)

export const useStore = (store, select = (state) => state) => select(store.getState())

function makeHook(initializer) {
  const store = createStore(initializer)
  return Object.assign((select) => useStore(store, select), store)
}
