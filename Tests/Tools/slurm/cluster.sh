#!/usr/bin/env bash
# A Slurm cluster of two nodes on this machine, for tests: cluster.sh COMMAND FOLDER
#   install      installs Slurm if this is root, with apt
#   start [PID [REST]]
#                starts it and waits until both nodes are idle. When the process PID has ended without 'stop', as a
#                test that is killed, the cluster is stopped, and FOLDER, or REST above it, is removed
#   restart      ends the controller and starts another, which reads the state that is kept
#   lose NODE    kills a node with everything that runs on it, as a loss of power does
#   stop         ends what was started with all jobs, and waits for its end
# All listens on loopback, and all files are in FOLDER. SLURM_CONF=FOLDER/slurm.conf lets the commands of Slurm find it.
set -euo pipefail
command=$1
folder=$(realpath -m "${2:-.}")
export SLURM_CONF=$folder/slurm.conf

running() { cat "$folder/run/$1.pid" 2>/dev/null || true; }

# Becomes a daemon without the files of whoever calls this, who may wait until nobody has them.
become() {
  for file in /proc/"$BASHPID"/fd/*; do
    if [ "${file##*/}" -gt 2 ]; then eval "exec ${file##*/}>&-"; fi
  done
  exec "$@"
}

daemon() { (become "$@"); }

controller() { daemon slurmctld "$@" -f "$SLURM_CONF"; }

case $command in
  install)
    if command -v slurmctld >/dev/null && command -v slurmd >/dev/null && command -v munged >/dev/null; then exit; fi
    if [ "$(id -u)" != 0 ]; then
      echo "no Slurm, so the tests on a cluster will be skipped: only root can install it" >&2
      exit
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get -q update
    apt-get -qy install --no-install-recommends slurmctld slurmd slurm-client munge
    ;;
  start)
    mkdir -p "$folder"/{state,spool-one,spool-two,run,log}
    if [ -n "${3:-}" ]; then
      # In a session of its own, so that what ends the process and its group does not end this, and without SLURM_CONF,
      # by which 'stop' knows the processes of the cluster.
      become setsid env -u SLURM_CONF bash "$0" watch "$folder" "$3" "$(realpath -m "${4:-$folder}")" \
        < /dev/null > /dev/null 2>&1 &
    fi
    host=$(hostname)
    # Three ports that no other cluster here has.
    port=$((20000 + 3 * $$ % 9999))
    cat > "$SLURM_CONF" <<CONF
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/run/munge.sock,cred_expire=10
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd-%n.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd-%n.log
SlurmdTimeout=10
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 RealMemory=2000
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 RealMemory=2000
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
CONF
    head -c 1024 /dev/urandom > "$folder/run/munge.key"
    chmod 400 "$folder/run/munge.key"
    daemon munged --force --key-file="$folder/run/munge.key" --socket="$folder/run/munge.sock" \
      --pid-file="$folder/run/munged.pid" --log-file="$folder/log/munged.log" --seed-file="$folder/run/munge.seed" \
      2> /dev/null
    controller -c
    daemon slurmd -N one -f "$SLURM_CONF"
    daemon slurmd -N two -f "$SLURM_CONF"
    for _ in $(seq 60); do
      if [ "$(sinfo -h -o '%T %D' 2>/dev/null)" = "idle 2" ]; then exit; fi
      sleep 0.5
    done
    echo "the nodes do not come up:" >&2
    tail -n 5 "$folder"/log/* >&2
    exit 1
    ;;
  watch)
    echo $$ > "$folder/run/watch.pid"
    # A process that nobody has waited for has ended, too.
    while grep -qs '^State:.[^XZ]' "/proc/$3/status"; do sleep 1; done
    rm -f "$folder/run/watch.pid"
    env -u SLURM_CONF bash "$0" stop "$folder" || true
    rm -rf "$4"
    ;;
  restart)
    old=$(running slurmctld)
    kill "$old"
    while kill -0 "$old" 2>/dev/null; do sleep 0.1; done
    controller
    ;;
  lose)
    node=$3
    tasks=$(grep -lz "^SLURMD_NODENAME=$node\$" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3 || true)
    keepers=$(for task in $tasks; do
      keeper=$(ps -o ppid= -p "$task" | tr -d ' ')
      if [ "$(cat "/proc/$keeper/comm" 2>/dev/null)" = slurmstepd ]; then echo "$keeper"; fi
    done | sort -u)
    # The daemons first: nobody is left who could tell how the tasks ended.
    kill -9 "$(running "slurmd-$node")" $keepers $tasks 2>/dev/null || true
    ;;
  stop)
    kill -9 $(running watch) 2>/dev/null || true
    pids=$(for name in slurmd-one slurmd-two slurmctld munged; do echo "$(running "$name")"; done)
    kill $pids 2>/dev/null || true
    # A daemon writes its state at its end, and the folder is removed then.
    for _ in $(seq 200); do
      kill -0 $pids 2>/dev/null || break
      sleep 0.1
    done
    # Tasks and their keepers outlive a daemon.
    left=$(env -u SLURM_CONF grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3 || true)
    for process in $left; do
      if [ "$process" != $$ ]; then kill -9 "$process" 2>/dev/null || true; fi
    done
    ;;
  *) echo "cluster.sh: found '$command', expected install, start, restart, lose or stop" >&2; exit 2 ;;
esac
