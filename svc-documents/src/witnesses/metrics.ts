/** Prometheus metrics of the witnesses. Labels are the names in the policy. */
import type { WitnessEvaluation } from '@inkproof/proof/witness-quorum'
import { Counter, Gauge, type Registry } from 'prom-client'

export type WitnessMetrics = {
  countSubmission(witness: string, outcome: string): void
  /** @param seconds since 1970-01-01 UTC */
  setCosignedAt(witness: string, seconds: number): void
  setQuorum(evaluation: WitnessEvaluation): void
}

export function registerWitnessMetrics(registry: Registry): WitnessMetrics {
  const registers = [registry]
  const submissions = new Counter({
    name: 'log_witness_submissions_total',
    help: 'Checkpoints submitted to a witness, by outcome',
    labelNames: ['witness', 'outcome'] as const,
    registers,
  })
  const cosignedAt = new Gauge({
    name: 'log_witness_cosigned_at_seconds',
    help: 'Time of the newest cosignature of a witness',
    labelNames: ['witness'] as const,
    registers,
  })
  const missing = new Gauge({
    name: 'log_witness_quorum_missing',
    help: 'Witnesses that the quorum lacked on the newest submitted state',
    registers,
  })
  return {
    countSubmission: (witness, outcome) => submissions.inc({ witness, outcome }),
    setCosignedAt: (witness, seconds) => cosignedAt.set({ witness }, seconds),
    setQuorum: (evaluation) => missing.set(evaluation.missing),
  }
}
