/**
 * The part of the federation's bundler runtime that a slice's entry needs to use shared modules from the shell.
 * The whole package also contains remote loading, fallback entries, a logger and all error texts, which a slice
 * never uses (a fifth of every entry). `runtime-core` is loaded from the shell.
 */
import { CurrentGlobal, ModuleFederation } from '@module-federation/runtime-core'
import { attachShareScopeMap } from 'bundler-runtime/attachShareScopeMap.js'
import { consumes } from 'bundler-runtime/consumes.js'
import { initContainerEntry } from 'bundler-runtime/initContainerEntry.js'
import { initializeSharing } from 'bundler-runtime/initializeSharing.js'
import { installInitialConsumes } from 'bundler-runtime/installInitialConsumes.js'

/** Reuses the existing instance if the entry is evaluated again, after the user selects “Try again”. */
function init({ webpackRequire }) {
  const options = { id: '', ...webpackRequire.federation.initOptions }
  const existing = CurrentGlobal.__FEDERATION__.__INSTANCES__.find(
    ({ name }) => name === options.name,
  )
  if (existing !== undefined) {
    existing.initOptions(options)
    return existing
  }
  const instance = new ModuleFederation(options)
  CurrentGlobal.__FEDERATION__.__INSTANCES__.push(instance)
  return instance
}

export default {
  runtime: {},
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime: {
    S: {},
    I: initializeSharing,
    consumes,
    init,
    initContainerEntry,
    installInitialConsumes,
  },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
}
