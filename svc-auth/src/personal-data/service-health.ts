/** Reports in the log, as metrics and in /readyz which other services are reachable. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { Counter, type Registry } from 'prom-client'
import type { PersonalDataDeps } from './personal-data-services.ts'

export type ServiceHealth = {
  onResult: PersonalDataDeps['onResult']
  /** One readiness check per service. A failed one does not make this service unready. */
  dependencies: Dependency[]
}

type Failure = { since: Date; reason: string }

export function createServiceHealth(
  services: readonly string[],
  { registry, log, now }: { registry: Registry; log: Log; now: () => Date },
): ServiceHealth {
  const failures = new Map<string, Failure>()
  const notifications = new Counter({
    name: 'service_notices_total',
    help: 'Notifications sent to other services about account deletions and workspace changes, by outcome',
    labelNames: ['target', 'outcome'] as const,
    registers: [registry],
  })
  return {
    onResult: (service, error) => {
      notifications.inc({ target: service, outcome: error === undefined ? 'answered' : 'failed' })
      const previous = failures.get(service)
      if (error === undefined) {
        if (previous) log.info({ target: service }, 'the service is reachable again')
        failures.delete(service)
        return
      }
      if (!previous) log.error({ target: service, err: causeOf(error) }, 'a service is unreachable')
      failures.set(service, { since: previous?.since ?? now(), reason: String(causeOf(error)) })
    },
    dependencies: services.map((service) => ({
      name: service,
      isOptional: true,
      prepare: async () => undefined,
      check: async () => {
        const failure = failures.get(service)
        if (failure) throw new Error(explain(failure))
      },
      close: async () => undefined,
    })),
  }
}

function explain({ since, reason }: Failure): string {
  return `account deletions and workspace changes have been pending since ${since.toISOString()}: ${reason}`
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? error.cause : error
}
