/**
 * Names by OpenTelemetry's conventions, as its exporter for Prometheus writes them: the unit at the end, durations called so.
 * Each of these figures has both names for one release, then only the second.
 */
const openTelemetryNames: Readonly<Record<string, string>> = {
  process_resident_memory_bytes: 'process_memory_usage_bytes',
  process_cpu_seconds_total: 'process_cpu_time_seconds_total',
  pushoff_http_request_seconds: 'http_server_request_duration_seconds',
  pushoff_commit_seconds: 'pushoff_commit_duration_seconds',
  pushoff_commit_wait_seconds: 'pushoff_commit_wait_duration_seconds',
  pushoff_tap_to_commit_seconds: 'pushoff_tap_commit_duration_seconds',
  pushoff_fan_out_seconds: 'pushoff_live_delivery_duration_seconds',
  pushoff_mail_seconds: 'pushoff_mail_delivery_duration_seconds',
  pushoff_database_ping_seconds: 'pushoff_database_ping_duration_seconds',
  pushoff_event_loop_delay_seconds: 'nodejs_eventloop_delay_seconds',
  pushoff_connections: 'pushoff_live_connections',
  pushoff_mail_waiting: 'pushoff_mail_outbox_size',
  pushoff_mail_oldest_seconds: 'pushoff_mail_outbox_age_seconds',
  pushoff_commands_waiting: 'pushoff_command_queue_size',
  pushoff_commands_oldest_seconds: 'pushoff_command_queue_age_seconds',
  pushoff_free_bytes: 'pushoff_filesystem_free_bytes',
};

/** Writes a family of figures a second time under its other name; empty where it has none. */
export function underOtherName(name: string, family: string): string {
  const other = openTelemetryNames[name];
  if (other === undefined) return '';
  // `http_route` is the conventions' name for the label `route`.
  return family.replaceAll(name, other).replaceAll('{route=', '{http_route=');
}
