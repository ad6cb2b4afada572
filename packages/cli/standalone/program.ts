/** The command-line verifier as a single file: `node inkproof-verify.mjs FILE PROOF …`. */
import { main } from '../src/main.ts'

const argv = process.argv.slice(2)
const args = argv[0] === 'verify' || argv[0] === 'help' ? argv : ['verify', ...argv]
process.exitCode = await main(args)
