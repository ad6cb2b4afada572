/** Records the browser's screencast of a page and encodes the frames into a video. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'

/** A running recording. */
export type Recording = {
  /**
   * Resumes after the page has navigated to another origin, which ends the browser's screencast.
   */
  resume(): Promise<void>
  /** Records another page from now on, for example that of another visitor. Smaller pages get a margin. */
  switchTo(page: Page): Promise<void>
  finish(path: string): Promise<{ seconds: number }>
}

type Frame = { file: string; atMs: number }

const SCREENCAST = { format: 'jpeg', quality: 82, everyNthFrame: 1 } as const
const PROCESS_SWAP_TIMEOUT_MS = 5_000

/** Each frame in the middle of a picture of the same size. */
const [WIDTH, HEIGHT] = [1200, 844]
const FILTER = [
  `scale=${WIDTH}:${HEIGHT}:force_original_aspect_ratio=decrease`,
  `pad=${WIDTH}:${HEIGHT}:(ow-iw)/2:(oh-ih)/2:0x0b0c0e`,
  'fps=15',
].join(',')

/** Starts recording. `finish` writes a WebM and needs ffmpeg on the PATH. */
export async function record(page: Page): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-screencast-'))
  const frames: Frame[] = []
  const writes: Promise<void>[] = []
  let session = await start(page)

  async function start(shown: Page): Promise<CDPSession> {
    const started = await shown.context().newCDPSession(shown)
    started.on('Page.screencastFrame', (event) => writes.push(storeFrame(started, event)))
    await started.send('Page.startScreencast', SCREENCAST)
    return started
  }

  async function storeFrame(from: CDPSession, event: ScreencastFrame): Promise<void> {
    const { data, sessionId, metadata } = event
    const file = join(folder, `${String(frames.length).padStart(6, '0')}.jpg`)
    frames.push({ file, atMs: (metadata.timestamp ?? 0) * 1_000 })
    // Before the slow write: the browser drops frames, also the last one, while it waits for an acknowledgement.
    await from.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    await writeFile(file, Buffer.from(data, 'base64'))
  }

  return {
    resume: () => restartScreencast(session),
    async switchTo(next) {
      await session.send('Page.stopScreencast')
      session = await start(next)
    },
    async finish(path) {
      const endMs = Date.now()
      await session.send('Page.stopScreencast')
      await Promise.all(writes)
      await encodeFrames(folder, { frames, endMs }, path)
      await rm(folder, { recursive: true })
      return { seconds: (endMs - (frames[0]?.atMs ?? endMs)) / 1_000 }
    },
  }
}

/**
 * Retries until the browser has replaced the renderer process; until then there is no page to record.
 */
async function restartScreencast(session: CDPSession): Promise<void> {
  const deadline = Date.now() + PROCESS_SWAP_TIMEOUT_MS
  for (;;) {
    try {
      await session.send('Page.stopScreencast')
      await session.send('Page.startScreencast', SCREENCAST)
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** The DevTools event `Page.screencastFrame`; the picture is base64, the time is in seconds. */
type ScreencastFrame = { data: string; sessionId: number; metadata: { timestamp?: number } }

/**
 * Encodes the frames into a video. A frame arrives only on change, so each one lasts until the next. The browser does
 * not always send them in the order of their times.
 */
async function encodeFrames(
  folder: string,
  { frames, endMs }: { frames: readonly Frame[]; endMs: number },
  path: string,
): Promise<void> {
  const sorted = frames.toSorted((a, b) => a.atMs - b.atMs)
  const list = sorted.map(({ file, atMs }, index) => {
    const untilMs = sorted[index + 1]?.atMs ?? endMs
    return `file '${file}'\nduration ${((untilMs - atMs) / 1_000).toFixed(3)}\n`
  })
  await writeFile(join(folder, 'frames.txt'), list.join(''))
  await mkdir(dirname(path), { recursive: true })
  await promisify(execFile)('ffmpeg', [
    ...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', join(folder, 'frames.txt')],
    ...['-vf', FILTER, '-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0'],
    ...['-deadline', 'good', '-cpu-used', '5', '-row-mt', '1', path],
  ])
}
