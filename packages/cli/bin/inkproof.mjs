#!/usr/bin/env node
/** `npx inkproof …` in this workspace: runs the source, so it is never older than what it stands beside. */
import { tsImport } from 'tsx/esm/api'

const { main } = await tsImport('../src/main.ts', import.meta.url)
process.exitCode = await main(process.argv.slice(2))
