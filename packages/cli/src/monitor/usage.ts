/** Usage text of `inkproof monitor`, separate from its code, which the standalone verifier does not contain. */
export const MONITOR_USAGE = `  inkproof monitor URL --rpc URL [--trust POLICY.json] [--state FILE] [--once] [--json] [--interval 1m] [--max-age 24h]

  URL           address of the record, such as https://proof.example/log
  --rpc         a blockchain node that you trust
  --trust       the record's policy; without it, the record's own is stored the first time and used from then on
  --state       where to store what was checked, so that a rewritten past is noticed; default inkproof-monitor.json
  --once        checks once and exits, for example for cron
  --json        prints one JSON object per line
  --interval    time between checks
  --max-age     maximum time that entries may wait for the blockchain, maximum age of the node's newest block, and maximum
                time without a completed check
  --from-block  first block to search for anchors, for nodes that limit searches; default 0
  --accept      CODE:INDEX of a known contradiction to report as a warning from now on; can be repeated

Exit code 1: the record contradicts itself, its past, or the blockchain. 2: could not be checked. 0: no contradiction.`
