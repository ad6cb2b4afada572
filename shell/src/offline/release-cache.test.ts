import { expect, test } from '@jest/globals'
import { forAllAddresses } from './release-cache.ts'

const CERTIFICATE = `<!doctype html><head><meta charset="utf-8">
<title>Lease · Inkproof</title>
<meta name="robots" content="noindex">
<meta name="description" content="Certificate on proofs.example.">
<meta name="twitter:card" content="summary_large_image">
<meta property="og:url" content="https://proofs.example/share/secret-link">
<meta property="og:title" content="Lease &lt;2026&gt;">
<meta name="release" content="abc"></head>
<body><div id="root"><div><h1>Lease</h1></div></div>
</body>`

const CACHED = `<!doctype html><head><meta charset="utf-8">
<title>Inkproof</title>
<meta name="release" content="abc"></head>
<body><div id="root"></div>
</body>`

test('a cached page contains nothing of the certificate at whose address it was loaded', async () => {
  const headers = { 'content-type': 'text/html' }
  const cached = await forAllAddresses(new Response(CERTIFICATE, { headers }))
  expect(await cached.text()).toBe(CACHED)
  expect(cached.headers.get('content-type')).toBe('text/html')
})
