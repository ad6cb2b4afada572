import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from '@jest/globals'
import { getCreateAddress, keccak256, Transaction, type TransactionRequest, Wallet } from 'ethers'
import { ensureDeployed, logAnchorAddress } from '../deploy.ts'
import { DEPLOYER, DEPLOYER_CODE, DEPLOYER_CREATOR, DEPLOYER_TRANSACTION } from '../deployer.ts'
import { logAnchorRuntimeCode } from '../generated/log-anchor.ts'
import { createFundedWallet } from '../testing/chain.ts'
import { startSeparateChain } from '../testing/separate-chain.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()))
})

async function setup(...args: string[]) {
  const chain = await startSeparateChain({ args })
  cleanUps.push(chain.stop)
  return { chain, wallet: await createFundedWallet(chain.provider) }
}

test('the stored transaction is the one that creates the well-known deployer', () => {
  const transaction = Transaction.from(DEPLOYER_TRANSACTION)
  expect([transaction.from, transaction.nonce]).toEqual([DEPLOYER_CREATOR, 0])
  expect(getCreateAddress({ from: DEPLOYER_CREATOR, nonce: 0 })).toBe(DEPLOYER)
  expect(keccak256(DEPLOYER_CODE)).toBe(
    '0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989',
  )
})

test('deploys once and does nothing on later runs', async () => {
  const { chain, wallet } = await setup()
  const deployed = await ensureDeployed(chain.provider, wallet)
  expect(deployed).toMatchObject({
    address: logAnchorAddress,
    codeHash: keccak256(logAnchorRuntimeCode),
  })
  expect(deployed.txHashes).toHaveLength(1)
  expect(await chain.provider.getCode(logAnchorAddress)).toBe(logAnchorRuntimeCode)

  const nonce = await wallet.getNonce()
  expect((await ensureDeployed(chain.provider, wallet)).txHashes).toEqual([])
  expect(await wallet.getNonce()).toBe(nonce)
})

test('deploys to the same address on a chain without the deployer, regardless of who pays', async () => {
  const { chain, wallet } = await setup('--disable-default-create2-deployer')
  expect(await chain.provider.getCode(DEPLOYER)).toBe('0x')
  const { address, txHashes } = await ensureDeployed(chain.provider, wallet)
  expect(address).toBe(logAnchorAddress)
  expect(txHashes).toHaveLength(3)
  expect(await chain.provider.getCode(DEPLOYER)).toBe(DEPLOYER_CODE)
  expect(await chain.provider.getCode(logAnchorAddress)).toBe(logAnchorRuntimeCode)
})

test('succeeds when several signers deploy concurrently', async () => {
  const { chain, wallet } = await setup()
  const others = [
    await createFundedWallet(chain.provider),
    await createFundedWallet(chain.provider),
  ]
  const deployments = await Promise.all(
    [wallet, ...others].map((signer) => ensureDeployed(chain.provider, signer)),
  )
  expect(deployments.map(({ address }) => address)).toEqual(Array(3).fill(logAnchorAddress))
  expect(await chain.provider.getCode(logAnchorAddress)).toBe(logAnchorRuntimeCode)
})

test('succeeds when another signer deploys first', async () => {
  const { chain, wallet } = await setup()
  const slowSigner = new (class extends Wallet {
    override async sendTransaction(request: TransactionRequest) {
      await ensureDeployed(chain.provider, wallet)
      return super.sendTransaction(request)
    }
  })((await createFundedWallet(chain.provider)).privateKey, chain.provider)
  const { address, txHashes } = await ensureDeployed(chain.provider, slowSigner)
  expect([address, txHashes]).toEqual([logAnchorAddress, []])
})

test.each([
  ['the contract’s address', logAnchorAddress],
  ['the deployer’s address', DEPLOYER],
])('refuses a chain with unexpected code at %s', async (_, address) => {
  const { chain, wallet } = await setup()
  await chain.provider.send('anvil_setCode', [address, '0x6001'])
  await expect(ensureDeployed(chain.provider, wallet)).rejects.toThrow(
    `Unexpected code at ${address}`,
  )
})

test('reports that the signer cannot pay', async () => {
  const { chain } = await setup()
  const unfundedSigner = Wallet.createRandom(chain.provider)
  await expect(ensureDeployed(chain.provider, unfundedSigner)).rejects.toMatchObject({
    code: 'INSUFFICIENT_FUNDS',
  })
})

test('as a process: funds the operator of the embedded chain, deploys, prints one line, and can be repeated', async () => {
  const { chain } = await setup()
  const operator = Wallet.createRandom()
  const env = { CHAIN_URL: chain.url, CHAIN_ID: '31337', ANCHOR_KEY: operator.privateKey }
  const first = await runDeploy(env)
  expect(first).toEqual({
    status: 0,
    output: {
      address: logAnchorAddress,
      codeHash: keccak256(logAnchorRuntimeCode),
      txHashes: [expect.stringMatching(/^0x[0-9a-f]{64}$/)],
      chainId: 31337,
      operator: operator.address,
      fundedWei: '10000000000000000000000',
    },
  })
  const second = await runDeploy(env)
  expect(second).toMatchObject({ status: 0, output: { txHashes: [], fundedWei: '0' } })
})

test('as a process: waits for a node that is still starting', async () => {
  const listener = await listenOnce()
  const env = {
    CHAIN_URL: `http://127.0.0.1:${listener.port}`,
    ANCHOR_KEY: Wallet.createRandom().privateKey,
  }
  const running = runDeploy(env)
  await listener.closed
  const chain = await startSeparateChain({ port: listener.port })
  cleanUps.push(chain.stop)
  expect(await running).toMatchObject({ status: 0, output: { address: logAnchorAddress } })
})

test('as a process: does not fund the operator on chains other than the embedded one', async () => {
  const { chain } = await setup('--chain-id', '1337')
  const env = {
    CHAIN_URL: chain.url,
    CHAIN_ID: '1337',
    ANCHOR_KEY: Wallet.createRandom().privateKey,
  }
  const { status, output } = await runDeploy(env)
  expect(status).toBe(1)
  expect(output).toEqual({ error: expect.stringMatching(/insufficient funds/i) })
})

test('as a process: refuses a node on a different chain than configured', async () => {
  const { chain } = await setup('--chain-id', '5')
  const env = { CHAIN_URL: chain.url, CHAIN_ID: '1', ANCHOR_KEY: Wallet.createRandom().privateKey }
  expect(await runDeploy(env)).toEqual({
    status: 1,
    output: { error: 'The node is on chain 5, but CHAIN_ID is 1; correct one of them.' },
  })
})

test('as a process: lists every configuration fault and no values', async () => {
  const { status, output } = await runDeploy({
    CHAIN_URL: 'chain',
    CHAIN_ID: 'x',
    ANCHOR_KEY: '0x00',
  })
  expect(status).toBe(1)
  expect(output).toEqual({
    error:
      'The contract cannot be deployed: CHAIN_URL: expected an http or https URL; ' +
      'CHAIN_ID: expected a positive whole number; ' +
      'ANCHOR_KEY: expected a private key, 0x and 64 hex digits.',
  })
})

/**
 * Simulates a node that has not started yet: listens on a free port, drops the first connection and
 * closes the port. `closed` resolves when the port is closed.
 */
async function listenOnce(): Promise<{ port: number; closed: Promise<void> }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const closeAfterConnection = async () => {
    await once(server, 'connection')
    await new Promise((resolve) => server.close(resolve))
  }
  return { port, closed: closeAfterConnection() }
}

/**
 * Runs the deployment as a separate process; returns its exit status and its one line of output.
 */
function runDeploy(env: Readonly<Record<string, string>>) {
  const entry = fileURLToPath(new URL('../deploy.main.ts', import.meta.url))
  const args = ['--import', 'tsx', entry]
  const { PATH = '' } = process.env
  return new Promise<{ status: number; output: unknown }>((resolve, reject) => {
    const child = execFile(process.execPath, args, { env: { PATH, ...env } }, (_, stdout) => {
      const lines = stdout.trimEnd().split('\n')
      if (lines.length !== 1) return reject(new Error(`expected one line, got ${stdout}`))
      return resolve({ status: child.exitCode ?? -1, output: JSON.parse(lines[0] ?? '') })
    })
  })
}
