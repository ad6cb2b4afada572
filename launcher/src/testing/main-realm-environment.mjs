/**
 * The test environment of service tests: the worker's own global object instead of a separate one. Otherwise the
 * `Error` and `Object` of a package loaded by Node.js would differ from those of the tests and services.
 */
import vm from 'node:vm'
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

/** Represents the main context to jest, which needs an object. Node.js represents it by `undefined`. */
const MAIN_CONTEXT = {}
useMainContext()

export default class MainRealmEnvironment {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  #console = console
  #env = { ...process.env }
  #exit = process.exit
  #getBuiltinModule = process.getBuiltinModule
  #symbols = new Set(Object.getOwnPropertySymbols(globalThis))
  #isTornDown = false

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis })
    Error.stackTraceLimit = 100
  }

  async setup() {}

  /** Undoes what jest and the tests changed in the process, for the next test file in this worker. */
  async teardown() {
    this.fakeTimersModern.dispose()
    globalThis.console = this.#console
    process.exit = this.#exit
    process.getBuiltinModule = this.#getBuiltinModule
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) delete process.env[name]
    }
    Object.assign(process.env, this.#env)
    // jest stores its event handlers under global symbols. With those of an earlier file, an unhandled error would be
    // reported to that file, which has ended, and the test that caused it would pass.
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (!this.#symbols.has(symbol)) Reflect.deleteProperty(globalThis, symbol)
    }
    this.#isTornDown = true
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return this.#isTornDown ? null : MAIN_CONTEXT
  }
}

/** Makes the functions with which jest compiles modules accept `MAIN_CONTEXT`. */
function useMainContext() {
  const { SourceTextModule, SyntheticModule, compileFunction } = vm
  const replaceContext = (options, key) =>
    options?.[key] === MAIN_CONTEXT ? { ...options, [key]: undefined } : options
  vm.SourceTextModule = class extends SourceTextModule {
    constructor(code, options) {
      super(code, replaceContext(options, 'context'))
    }
  }
  vm.SyntheticModule = class extends SyntheticModule {
    constructor(names, evaluate, options) {
      super(names, evaluate, replaceContext(options, 'context'))
    }
  }
  vm.compileFunction = (code, parameters, options) =>
    compileFunction(code, parameters, replaceContext(options, 'parsingContext'))
}
