#!/usr/bin/env node
/** `npx inkproof …` in this workspace: runs the source directly, so that the command never runs an outdated build. */
import { tsImport } from 'tsx/esm/api'

const { main } = await tsImport('../src/main.ts', import.meta.url)
process.exitCode = await main(process.argv.slice(2))
