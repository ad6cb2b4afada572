/** Records what a page shows as frames of the browser's own screencast, and joins them to a film. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

/** A running recording. */
export type Recording = { finish(path: string): Promise<{ seconds: number }> }

type Frame = { file: string; atMs: number }

const LAST_FRAME_MS = 1_500

/** Starts recording. `finish` writes a WebM and needs ffmpeg on the PATH. */
export async function record(page: Page): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-film-'))
  const frames: Frame[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', (event) => void keep(event))
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 82, everyNthFrame: 1 })

  async function keep({ data, sessionId, metadata }: ScreencastFrame): Promise<void> {
    const file = join(folder, `${String(frames.length).padStart(6, '0')}.jpg`)
    frames.push({ file, atMs: (metadata.timestamp ?? 0) * 1_000 })
    await writeFile(file, Buffer.from(data, 'base64'))
    await session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  }

  return {
    async finish(path) {
      await session.send('Page.stopScreencast')
      await joinFrames(folder, frames, path)
      await rm(folder, { recursive: true })
      const [first, last] = [frames[0]?.atMs ?? 0, frames.at(-1)?.atMs ?? 0]
      return { seconds: (last - first) / 1_000 }
    },
  }
}

/** `Page.screencastFrame` of the DevTools protocol; the picture is base64, the time seconds. */
type ScreencastFrame = { data: string; sessionId: number; metadata: { timestamp?: number } }

/** A frame comes only when something changed, so each is shown until the next. */
async function joinFrames(folder: string, frames: readonly Frame[], path: string): Promise<void> {
  const list = frames.map(({ file, atMs }, index) => {
    const untilMs = frames[index + 1]?.atMs ?? atMs + LAST_FRAME_MS
    return `file '${file}'\nduration ${((untilMs - atMs) / 1_000).toFixed(3)}\n`
  })
  await writeFile(join(folder, 'frames.txt'), list.join(''))
  await mkdir(dirname(path), { recursive: true })
  await promisify(execFile)('ffmpeg', [
    ...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', join(folder, 'frames.txt')],
    ...['-vf', 'fps=15,scale=1200:-2', '-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', path],
  ])
}
