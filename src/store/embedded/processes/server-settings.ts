/**
 * The settings where our server differs from PostgreSQL's defaults, passed on its command line at each start so that a
 * new version of Decant changes old data folders too. Chosen for little memory at rest; commits stay fully durable.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  cluster_name: 'decant',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // Memory and processes. Reading without helper processes (io_method) saves three of them.
  shared_buffers: '16MB',
  huge_pages: 'off',
  max_connections: '20',
  // Nobody is a client with these rights.
  superuser_reserved_connections: '0',
  io_method: 'sync',
  jit: 'off',
  max_worker_processes: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '1',
  maintenance_work_mem: '32MB',

  // Durability, spelled out because everything rests on it.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // A small write-ahead log: nobody replicates from it, and recovery after a crash must take a second or two.
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '16MB',
  max_wal_size: '256MB',

  // A client that was killed must not keep its statement running.
  client_connection_check_interval: '5s',

  // Error texts hold values of rows, and the clients get them anyway: the log gets what concerns the server alone.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
  logging_collector: 'off',
};

/** `-c name=value` for each setting. */
export function toArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
