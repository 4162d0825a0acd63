"""Attempts of a caged program to get at the machine, by calls of the kernel itself.

The first argument is JSON: what of the machine to try it on. Prints a line for each attempt: its name, a
tab, and `done` or the number of the error. The last act of all, `lastAct`, is one that should end the process.
"""
import ctypes, errno, json, mmap, os, platform, resource, signal, socket, struct, sys, threading

GIVEN = json.loads(sys.argv[1])
VICTIM = GIVEN["victim"]
CANARY, PRIVATE, FOREIGN = GIVEN["readable"], GIVEN["private"], GIVEN["foreign"]
FOLDER = os.path.dirname(CANARY)
SCRATCH = os.environ["HOME"]
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long
ARCH = 0 if platform.machine() == "x86_64" else 1
# Number of each call on x64 and on arm64.
NUMBERS = {
    name: numbers
    for name, *numbers in (
        word.split(":")
        for word in """
accept4:288:242 acct:163:89 add_key:248:217 adjtimex:159:171 bind:49:200 bpf:321:280
cachestat:451:451 capget:125:90 capset:126:91 chmod:90:- chown:92:- chroot:161:51
clock_adjtime:305:266 clock_settime:227:112 clone:56:220 clone3:435:435 connect:42:203
delete_module:176:106 epoll_pwait2:441:441 execveat:322:281 fanotify_init:300:262 fchmod:91:52
fchmodat:268:53 fchmodat2:452:452 fchown:93:55 fchownat:260:54 fcntl:72:25 fgetxattr:193:10
file_getattr:468:468 finit_module:313:273 fork:57:- fsconfig:431:431 fsetxattr:190:7 fsmount:432:432
fsopen:430:430 fspick:433:433 futex_waitv:449:449 futex_wake:454:454 get_mempolicy:239:236
get_robust_list:274:100 getpgid:121:155 getpriority:140:141 getsid:124:156 getsockopt:55:209
getxattr:191:8 init_module:175:105 inotify_init1:294:26 io_setup:206:0 io_uring_enter:426:426
io_uring_register:427:427 io_uring_setup:425:425 ioctl:16:29 ioperm:173:- iopl:172:-
ioprio_get:252:31 ioprio_set:251:30 kcmp:312:272 kexec_file_load:320:294 kexec_load:246:104
keyctl:250:219 kill:62:129 landlock_create_ruleset:444:444 landlock_restrict_self:446:446 link:86:-
linkat:265:37 listen:50:201 listmount:458:458 lookup_dcookie:212:18 lsm_get_self_attr:459:459
lsm_list_modules:461:461 lsm_set_self_attr:460:460 map_shadow_stack:453:453 mbind:237:235
memfd_create:319:279 memfd_secret:447:447 migrate_pages:256:238 mknod:133:- mknodat:259:33
mlockall:151:230 mmap:9:222 modify_ldt:154:- mount:165:40 mount_setattr:442:442 move_mount:429:429
move_pages:279:239 mq_open:240:180 mq_unlink:241:181 mseal:462:462 msgget:68:186 msgsnd:69:189
name_to_handle_at:303:264 open_by_handle_at:304:265 open_tree:428:428 open_tree_attr:467:467
openat:257:56 openat2:437:437 perf_event_open:298:241 personality:135:92 pidfd_getfd:438:438
pidfd_open:434:434 pidfd_send_signal:424:424 pipe2:293:59 pivot_root:155:41 prctl:157:167
prlimit64:302:261 process_madvise:440:440 process_mrelease:448:448 process_vm_readv:310:270
process_vm_writev:311:271 ptrace:101:117 quotactl:179:60 quotactl_fd:443:443 readlinkat:267:78
reboot:169:142 remap_file_pages:216:234 removexattr:197:14 request_key:249:218 rseq:334:293
rt_sigqueueinfo:129:138 rt_tgsigqueueinfo:297:240 sched_getaffinity:204:123 sched_getattr:315:275
sched_getparam:143:121 sched_getscheduler:145:120 sched_setaffinity:203:122 sched_setattr:314:274
sched_setparam:142:118 sched_setscheduler:144:119 seccomp:317:277 semget:64:190 sendfile:40:71
sendmmsg:307:269 sendmsg:46:211 sendto:44:206 set_mempolicy:238:237 set_mempolicy_home_node:450:450
setdomainname:171:162 setfsgid:123:152 setfsuid:122:151 setgid:106:144 setgroups:116:159
sethostname:170:161 setns:308:268 setpgid:109:154 setpriority:141:140 setregid:114:143
setresgid:119:149 setresuid:117:147 setreuid:113:145 setrlimit:160:164 setsid:112:157
setsockopt:54:208 settimeofday:164:170 setuid:105:146 setxattr:188:5 setxattrat:463:463 shmat:30:196
shmget:29:194 signalfd4:289:74 socket:41:198 socketpair:53:199 splice:275:76 statmount:457:457
statx:332:291 swapoff:168:225 swapon:167:224 symlinkat:266:36 sync:162:81 sync_file_range:277:84
syncfs:306:267 sysfs:139:- syslog:103:116 tee:276:77 tgkill:234:131 timer_create:222:107
tkill:200:130 truncate:76:45 umount2:166:39 unshare:272:97 uselib:134:- userfaultfd:323:282
ustat:136:- utime:132:- utimensat:280:88 vhangup:153:58 vmsplice:278:75 wait4:61:260 waitid:247:95
""".split()
    )
}


def bytes_of(value):
    return value.encode() + b"\0" if isinstance(value, str) else value


def system_call(name, *args):
    number = NUMBERS[name][ARCH] if isinstance(name, str) else name
    if number == "-":
        raise OSError(errno.ENOSYS, "no such call here")
    words = [ctypes.c_long(each) if isinstance(each, int) else ctypes.c_char_p(bytes_of(each)) if isinstance(each, (str, bytes)) else each for each in args]
    ctypes.set_errno(0)
    answer = LIBC.syscall(ctypes.c_long(int(number)), *words)
    if answer == -1:
        raise OSError(ctypes.get_errno(), name)
    return answer


def attempt(name, action):
    try:
        action()
        came = "done"
    except OSError as error:
        came = str(error.errno)
    except (RuntimeError, MemoryError, ValueError) as error:
        came = type(error).__name__
    # At once: an attempt that succeeds may be the end of this process.
    os.write(1, f"{name}\t{came}\n".encode())


def by_call(label, name, *args):
    attempt(label, lambda: system_call(name, *args))


ROOM = ctypes.create_string_buffer(4096)
AT_FDCWD = -100


def read(path):
    def run():
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        try:
            os.read(descriptor, 16)
        except BlockingIOError:
            pass
        finally:
            os.close(descriptor)
    return run


def write(path):
    return lambda: open(path, "ab").write(b"x")


def pair(kind, action):
    def run():
        one, other = socket.socketpair(socket.AF_UNIX, kind)
        try:
            action(one)
        finally:
            one.close()
            other.close()
    return run


# --- What it may do: a suite in a broken cage would refuse all
def threads():
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()


for label, action in {
    "may compute in threads": threads,
    "may keep files": lambda: open(f"{SCRATCH}/kept", "wb").write(b"x"),
    "may read its files": read(f"{SCRATCH}/kept"),
    "may cut its files": lambda: os.close(os.open(f"{SCRATCH}/kept", os.O_RDWR | os.O_TRUNC)),
    "may remove its files": lambda: os.unlink(f"{SCRATCH}/kept"),
    "may read its runtime": read(os.__file__),
    "may have streams": pair(socket.SOCK_STREAM, lambda one: one.send(b"x")),
    "may ask the time": lambda: __import__("time").localtime(),
    "may have chance": lambda: os.urandom(4),
    "may use the sink": write("/dev/null"),
    "may signal itself": lambda: os.kill(os.getpid(), 0),
    "may see its limits": lambda: resource.getrlimit(resource.RLIMIT_NOFILE),
    "may use the link": lambda: os.write(3, b"hello"),
}.items():
    attempt(label, action)

# --- Files
for label, path in {
    "read passwd": "/etc/passwd",
    "read shadow": "/etc/shadow",
    "read a file for all": CANARY,
    "read a private file": PRIVATE,
    "read by dots": f"{SCRATCH}/../../../../../../../..{CANARY}",
    "read by own root": f"/proc/self/root{CANARY}",
    "read by root of 1": f"/proc/1/root{CANARY}",
    "read by root of another": f"/proc/{VICTIM}/root{CANARY}",
    "read by folder of another": f"/proc/{VICTIM}/cwd/etc/passwd",
    "read code of the service": GIVEN["code"],
    "read mounts": "/proc/mounts",
    "read own environment": "/proc/self/environ",
    "read own maps": "/proc/self/maps",
    "read own limits": "/proc/self/limits",
    "read environment of 1": "/proc/1/environ",
    "read environment of another": f"/proc/{VICTIM}/environ",
    "read command of another": f"/proc/{VICTIM}/cmdline",
    "read state of another": f"/proc/{VICTIM}/stat",
    "read memory of another": f"/proc/{VICTIM}/mem",
    "read maps of another": f"/proc/{VICTIM}/maps",
    "read a descriptor of another": f"/proc/{VICTIM}/fd/1",
    "read processes": "/proc/loadavg",
    "read the kernel's symbols": "/proc/kallsyms",
    "read memory of the kernel": "/proc/kcore",
    "read keys": "/proc/keys",
    "read the network": "/proc/net/tcp",
    "read a setting": "/proc/sys/kernel/hostname",
    "read the system": "/sys/kernel/uevent_seqnum",
    "read a program": "/usr/bin/env",
    "read host names": "/etc/hosts",
    "read by device folder": "/dev/fd/2",
    "read kernel log": "/dev/kmsg",
    "read memory device": "/dev/mem",
    "read port device": "/dev/port",
    "read a disk": "/dev/vda",
    "read another disk": "/dev/sda",
    "read fuse": "/dev/fuse",
    "read virtual machines": "/dev/kvm",
    "read network device": "/dev/net/tun",
    "read terminal": "/dev/tty",
    "read new terminal": "/dev/ptmx",
    "read console": "/dev/console",
    "read zeros to share": "/dev/zero",
}.items():
    attempt(label, read(path))
for label, path in {
    "list the root": "/",
    "list processes": "/proc",
    "list another's descriptors": f"/proc/{VICTIM}/fd",
    "list a folder for all": FOLDER,
    "list homes": "/home",
    "list home of root": "/root",
    "list settings": "/etc",
    "list the system": "/sys",
    "list cgroups": "/sys/fs/cgroup",
    "list devices": "/dev",
    "list shared memory": "/dev/shm",
    "list sockets of the system": "/run",
    "list above the scratch folder": os.path.dirname(SCRATCH) if SCRATCH != "/tmp" else "/",
}.items():
    attempt(label, lambda path=path: os.listdir(path))
for label, path in {
    "write a file for all": FOREIGN,
    "write into a folder for all": f"{FOLDER}/new",
    "write beside the scratch folder": f"{SCRATCH}-x",
    "write into the root": "/new",
    "write the interpreter": sys.executable,
    "write the library": os.__file__,
    "write a library of the system": "/etc/ld.so.cache",
    "write into shared memory": f"/dev/shm/{GIVEN['abstract']}",
    "write a control group": "/sys/fs/cgroup/cgroup.procs",
    "write an own setting": "/proc/self/oom_score_adj",
    "write the map of users": "/proc/self/uid_map",
    "write a setting": "/proc/sys/kernel/core_pattern",
    "write memory of another": f"/proc/{VICTIM}/mem",
    "write what others run": "/etc/cron.d/new",
}.items():
    attempt(label, write(path))
with open(f"{SCRATCH}/own", "wb") as own:
    own.write(b"#!/bin/sh\n" * 400)
by_call("link to a file", "linkat", AT_FDCWD, CANARY, AT_FDCWD, f"{SCRATCH}/hard", 0)
by_call("link by its old name", "link", CANARY, f"{SCRATCH}/hard2")
by_call("symbolic link", "symlinkat", CANARY, AT_FDCWD, f"{SCRATCH}/soft")
by_call("open in the newer way", "openat2", AT_FDCWD, CANARY, struct.pack("QQQ", 0, 0, 0), 24)
by_call("name by handle", "name_to_handle_at", AT_FDCWD, "/etc/passwd", ROOM, ROOM, 0)
by_call("open by handle", "open_by_handle_at", AT_FDCWD, ROOM, 0)
by_call("cut a file by writing", "openat", AT_FDCWD, FOREIGN, os.O_WRONLY | os.O_TRUNC, 0)
attempt("remove a file", lambda: os.unlink(FOREIGN))
attempt("rename a file", lambda: os.rename(FOREIGN, f"{FOLDER}/renamed"))
attempt("take a file over", lambda: os.rename(f"{SCRATCH}/own", FOREIGN))
attempt("fetch a file", lambda: os.rename(FOREIGN, f"{SCRATCH}/fetched"))
attempt("make a folder elsewhere", lambda: os.mkdir(f"{FOLDER}/folder"))
attempt("remove the interpreter", lambda: os.unlink(sys.executable))
attempt("remove the library", lambda: os.unlink(os.__file__))
attempt("cut a file by name", lambda: os.truncate(FOREIGN, 0))
attempt("cut a file by reading", lambda: os.close(os.open(FOREIGN, os.O_RDONLY | os.O_TRUNC)))
attempt("cut the library by reading", lambda: os.close(os.open(os.__file__, os.O_RDONLY | os.O_TRUNC)))
attempt("open without reading or writing", lambda: os.close(os.open(FOREIGN, 3)))
attempt("a file without a name", lambda: os.close(os.open(SCRATCH, os.O_TMPFILE | os.O_RDWR)))
attempt("a file without a name elsewhere", lambda: os.close(os.open(FOLDER, os.O_TMPFILE | os.O_RDWR)))
attempt("change a mode", lambda: os.chmod(FOREIGN, 0o600))
attempt("change an owner", lambda: os.chown(FOREIGN, os.getuid(), -1))
attempt("change times", lambda: os.utime(FOREIGN))
attempt("change times of the library", lambda: os.utime(os.__file__))
by_call("change a mode anew", "fchmodat2", AT_FDCWD, FOREIGN, 0o600, 0)
by_call("change an attribute", "setxattr", FOREIGN, "user.x", b"x", 1, 0)
by_call("change an attribute anew", "setxattrat", AT_FDCWD, FOREIGN, 0, "user.x", ROOM, 16)
by_call("remove an attribute", "removexattr", FOREIGN, "user.x")
by_call("read an attribute", "getxattr", FOREIGN, "user.x", ROOM, 16)
by_call("attributes of a file system", "file_getattr", AT_FDCWD, FOREIGN, ROOM, 24, 0)
LIBRARY = os.open(os.__file__, os.O_RDONLY)
attempt("change a mode by descriptor", lambda: os.fchmod(LIBRARY, 0o777))
attempt("change an owner by descriptor", lambda: os.fchown(LIBRARY, os.getuid(), -1))
attempt("change times by descriptor", lambda: os.utime(LIBRARY))
attempt("write a readable descriptor", lambda: os.write(LIBRARY, b"x"))
by_call("attribute by descriptor", "fsetxattr", LIBRARY, "user.x", b"x", 1, 0)
by_call("flags of a file", "ioctl", LIBRARY, 0x80086601, ROOM)
by_call("pages in the cache", "cachestat", LIBRARY, ROOM, ROOM, 0)
by_call("set-user-id of an own file", "fchmodat", AT_FDCWD, f"{SCRATCH}/own", 0o4755)
OWN = os.open(f"{SCRATCH}/own", os.O_RDONLY)
if GIVEN["isHeld"]:
    attempt("an own program", lambda: os.execv(f"{SCRATCH}/own", ["own"]))
    by_call("an own program by descriptor", "execveat", OWN, "", ROOM, ROOM, 0x1000)
    attempt("a shell", lambda: os.execv("/bin/sh", ["sh"]))
    attempt("a program with rights", lambda: os.execv("/usr/bin/su", ["su"]))
by_call("a device", "mknodat", AT_FDCWD, f"{SCRATCH}/device", 0o20666, os.makedev(1, 1))
by_call("a pipe with a name", "mknodat", AT_FDCWD, f"{SCRATCH}/pipe", 0o10666, 0)
attempt("a map of own code", lambda: mmap.mmap(OWN, 0, prot=mmap.PROT_READ | mmap.PROT_EXEC, flags=mmap.MAP_PRIVATE))
attempt("whether a file is there", lambda: os.stat(CANARY))
attempt("whether a file may be read", lambda: os.access(CANARY, os.F_OK) or (_ for _ in ()).throw(OSError(errno.ENOENT, "")))
attempt("whether a folder can be opened", lambda: os.close(os.open(FOLDER, os.O_PATH)))
attempt("whether a folder can be entered", lambda: (os.chdir(FOLDER), os.chdir(SCRATCH)))
attempt("where a link leads", lambda: os.readlink(GIVEN["link"]))
attempt("how full a disk is", lambda: os.statvfs(FOLDER))
for descriptor in range(4):
    attempt(f"from descriptor {descriptor}", lambda: os.open("../../../etc/passwd", os.O_RDONLY, dir_fd=descriptor))


def other_descriptors():
    for descriptor in range(4, 1024):
        try:
            status = os.fstat(descriptor)
        except OSError:
            continue
        if descriptor not in OPENED and status:
            return
    raise OSError(errno.EBADF, "none")


OPENED = {LIBRARY, OWN}
attempt("descriptors of the service", other_descriptors)

# --- Network
FAMILIES = {"unix": 1, "inet": 2, "ax25": 3, "ipx": 4, "appletalk": 5, "inet6": 10, "key": 15, "netlink": 16, "packet": 17, "rds": 21, "pppox": 24, "can": 29, "tipc": 30, "bluetooth": 31, "iucv": 32, "rxrpc": 33, "alg": 38, "nfc": 39, "vsock": 40, "kcm": 41, "qipcrtr": 42, "smc": 43, "xdp": 44, "mctp": 45}
for name, family in FAMILIES.items():
    for kind, number in {"stream": 1, "datagrams": 2, "raw": 3, "packets": 5}.items():
        by_call(f"socket {name} {kind}", "socket", family, number, 0)


def reach(family, kind, address, message=b"x"):
    def run():
        with socket.socket(family, kind) as one:
            one.settimeout(2)
            one.connect(address)
            one.send(message)
    return run


attempt("TCP to the machine", reach(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", GIVEN["port"])))
attempt("TCP by the newer protocol", reach(socket.AF_INET6, socket.SOCK_STREAM, ("::1", GIVEN["port"])))
attempt("UDP to the machine", reach(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", GIVEN["udpPort"])))
attempt("socket with a path", reach(socket.AF_UNIX, socket.SOCK_STREAM, GIVEN["socket"]))
attempt("socket without a path", reach(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + GIVEN["abstract"]))
attempt("the log of the system", reach(socket.AF_UNIX, socket.SOCK_DGRAM, "/dev/log"))


def system_address(path):
    return struct.pack("H", 1) + path.encode() + b"\0"


def send_with_rights(one):
    system_call("sendmsg", one.fileno(), ROOM, 0)


attempt("pair of datagrams", pair(socket.SOCK_DGRAM, lambda one: one.sendto(b"x", GIVEN["socket"])))
attempt("pair of packets", pair(socket.SOCK_SEQPACKET, lambda one: None))
for label, path in {"path": GIVEN["socket"], "no path": "\0" + GIVEN["abstract"]}.items():
    attempt(f"stream of a pair to {label}", pair(socket.SOCK_STREAM, lambda one: one.connect(path)))
    attempt(f"message of a pair to {label}", pair(socket.SOCK_STREAM, lambda one: one.sendto(b"x", path)))
attempt("name for a stream", pair(socket.SOCK_STREAM, lambda one: one.bind(f"{SCRATCH}/named")))
attempt("listening", pair(socket.SOCK_STREAM, lambda one: one.listen()))
attempt("descriptors under way", pair(socket.SOCK_STREAM, lambda one: socket.send_fds(one, [b"x"], [0])))
attempt("message with parts", pair(socket.SOCK_STREAM, lambda one: one.sendmsg([b"x"])))
attempt("many messages", pair(socket.SOCK_STREAM, lambda one: system_call("sendmmsg", one.fileno(), ROOM, 1, 0)))
attempt("urgent message", pair(socket.SOCK_STREAM, lambda one: one.send(b"x", socket.MSG_OOB)))
attempt("urgent read", pair(socket.SOCK_STREAM, lambda one: one.recv(1, socket.MSG_OOB | socket.MSG_DONTWAIT)))
attempt("filter on a stream", pair(socket.SOCK_STREAM, lambda one: one.setsockopt(1, 26, struct.pack("HL", 1, 0))))
attempt("program on a stream", pair(socket.SOCK_STREAM, lambda one: one.setsockopt(1, 50, 0)))
attempt("credentials on a stream", pair(socket.SOCK_STREAM, lambda one: one.setsockopt(1, 16, 1)))
attempt("file of a socket", lambda: system_call("ioctl", 3, 0x89E0, 0))
by_call("interfaces", "ioctl", 3, 0x8912, ROOM)
by_call("the process behind the link", "getsockopt", 3, 1, 17, ROOM, struct.pack("i", 12))
by_call("a handle of the process behind the link", "getsockopt", 3, 1, 77, ROOM, struct.pack("i", 4))
by_call("groups behind the link", "getsockopt", 3, 1, 59, ROOM, struct.pack("i", 64))
by_call("network of the link", "getsockopt", 3, 1, 71, ROOM, struct.pack("i", 8))
by_call("the link listens", "listen", 3, 1)
by_call("the link accepts", "accept4", 3, 0, 0, 0)
by_call("the link connects anew", "connect", 3, system_address(GIVEN["socket"]), 110)

# --- Processes
OTHERS = {"another": VICTIM}
if GIVEN["isHeld"]:
    OTHERS |= {"the first": 1 if os.getpid() != 1 else 2, "the parent": os.getppid() or 2}
for label, pid in OTHERS.items():
    by_call(f"ask for {label}", "kill", pid, 0)
    by_call(f"continue {label}", "kill", pid, 18)
    by_call(f"ask a thread of {label}", "tgkill", pid, pid, 0)
    by_call(f"ask by the old call for {label}", "tkill", pid, 0)
    by_call(f"queue for {label}", "rt_sigqueueinfo", pid, 18, ROOM)
    by_call(f"queue for a thread of {label}", "rt_tgsigqueueinfo", pid, pid, 18, ROOM)
    by_call(f"handle of {label}", "pidfd_open", pid, 0)
    by_call(f"seize {label}", "ptrace", 0x4206, pid, 0, 0)
    by_call(f"read out {label}", "process_vm_readv", pid, ROOM, 1, ROOM, 1, 0)
    by_call(f"write into {label}", "process_vm_writev", pid, ROOM, 1, ROOM, 1, 0)
    by_call(f"limits of {label}", "prlimit64", pid, 7, 0, ROOM)
    by_call(f"limit {label}", "prlimit64", pid, 7, struct.pack("QQ", 9, 9), 0)
    by_call(f"priority of {label}", "setpriority", 0, pid, 19)
    by_call(f"ask priority of {label}", "getpriority", 0, pid)
    by_call(f"cores of {label}", "sched_setaffinity", pid, 8, struct.pack("Q", 1))
    by_call(f"ask cores of {label}", "sched_getaffinity", pid, 128, ROOM)
    by_call(f"scheduler of {label}", "sched_setscheduler", pid, 3, struct.pack("i", 0))
    by_call(f"ask scheduler of {label}", "sched_getscheduler", pid)
    by_call(f"ask attributes of {label}", "sched_getattr", pid, ROOM, 48, 0)
    by_call(f"set attributes of {label}", "sched_setattr", pid, struct.pack("IIQiIQQQ", 48, 3, 0, 0, 0, 0, 0, 0), 0)
    by_call(f"ask parameters of {label}", "sched_getparam", pid, ROOM)
    by_call(f"set parameters of {label}", "sched_setparam", pid, struct.pack("i", 0))
    by_call(f"disk priority of {label}", "ioprio_set", 1, pid, 0x6000)
    by_call(f"ask disk priority of {label}", "ioprio_get", 1, pid)
    by_call(f"locks of {label}", "get_robust_list", pid, ROOM, ROOM)
    by_call(f"group of {label}", "getpgid", pid)
    by_call(f"session of {label}", "getsid", pid)
    by_call(f"rights of {label}", "capget", struct.pack("Ii", 0x20080522, pid), ROOM)
    by_call(f"pages of {label}", "move_pages", pid, 1, ROOM, 0, ROOM, 0)
    by_call(f"memory of {label} elsewhere", "migrate_pages", pid, 8, struct.pack("Q", 1), struct.pack("Q", 1))
    by_call(f"compare with {label}", "kcmp", os.getpid(), pid, 0, 0, 0)
    by_call(f"wait for {label}", "waitid", 1, pid, ROOM, 0x1000005, 0)
    by_call(f"move {label} into a group", "setpgid", pid, 0)
by_call("all processes", "kill", -1, 0)
by_call("its group", "kill", 0, 0)
by_call("signal by handle", "pidfd_send_signal", 3, 0, 0, 0)
by_call("descriptor by handle", "pidfd_getfd", 3, 0, 0)
by_call("advice for another", "process_madvise", 3, ROOM, 1, 21, 0)
by_call("memory of a dying one", "process_mrelease", 3, 0)
by_call("owner of a descriptor", "fcntl", 3, 8, VICTIM)
by_call("owner of a descriptor anew", "fcntl", 3, 15, struct.pack("ii", 1, VICTIM))
by_call("signal of a descriptor", "fcntl", 3, 10, 9)
by_call("notices of a folder", "fcntl", LIBRARY, 1026, 4)
by_call("lease of a file", "fcntl", LIBRARY, 1024, 0)
by_call("size of a pipe", "fcntl", os.pipe()[0], 1031, 1 << 20)
by_call("signals on readiness", "ioctl", 3, 0x5452, struct.pack("i", 1))
by_call("session of its own", "setsid")
by_call("group of its own", "setpgid", 0, 0)
by_call("the process forks", "fork") if GIVEN["isHeld"] else None
attempt("a child", lambda: os._exit(0) if os.fork() == 0 else None)
attempt("a child by spawn", lambda: os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {}))
by_call("a child by clone3", "clone3", ROOM, 64) if GIVEN["isHeld"] else None
CLONE = {"files": 0x400, "mounts": 0x20000, "control groups": 0x2000000, "names": 0x4000000, "messages": 0x8000000, "users": 0x10000000, "processes": 0x20000000, "network": 0x40000000, "time": 0x80}
for label, flag in CLONE.items():
    by_call(f"clone with own {label}", "clone", flag | 17, 0, 0, 0, 0) if GIVEN["isHeld"] else None
    by_call(f"thread with own {label}", "clone", flag | 0x10000 | 0x100 | 0x800, 0, 0, 0, 0) if GIVEN["isHeld"] and label not in ("files",) else None

# --- Rights
for label, name, *args in [
    ("be root", "setuid", 0), ("be root in all", "setresuid", 0, 0, 0), ("be root in part", "setreuid", 0, 0),
    ("files as root", "setfsuid", 0), ("files as group of root", "setfsgid", 0), ("group of root", "setgid", 0),
    ("group of root in all", "setresgid", 0, 0, 0), ("group of root in part", "setregid", 0, 0), ("groups", "setgroups", 1, struct.pack("I", 0)),
    ("all capabilities", "capset", struct.pack("Ii", 0x20080522, 0), b"\xff" * 24),
    ("mount", "mount", "none", SCRATCH, "tmpfs", 0, 0), ("mount anew", "fsopen", "tmpfs", 0), ("mount anew, second", "fsmount", 3, 0, 0),
    ("settings of a mount", "fsconfig", 3, 0, 0, 0, 0), ("look at a mount", "fspick", AT_FDCWD, "/", 0), ("copy of a tree", "open_tree", AT_FDCWD, "/", 1),
    ("copy of a tree anew", "open_tree_attr", AT_FDCWD, "/", 1, ROOM, 32), ("move of a mount", "move_mount", 3, "", AT_FDCWD, SCRATCH, 4),
    ("attributes of a mount", "mount_setattr", AT_FDCWD, "/", 0, b"\0" * 32, 32), ("what is mounted", "statmount", ROOM, ROOM, 4096, 0),
    ("all that is mounted", "listmount", ROOM, ROOM, 64, 0), ("unmount", "umount2", SCRATCH, 2), ("another root", "pivot_root", ".", "."),
    ("own root", "chroot", SCRATCH), ("device file", "mknod", f"{SCRATCH}/disk", 0o60666, os.makedev(254, 0)),
    ("keys", "keyctl", 0, -3, 1), ("a key", "add_key", "user", "x", b"x", 1, -3), ("ask for a key", "request_key", "user", "x", 0, -3),
    ("other way to call", "io_uring_setup", 1, ROOM), ("other way to call, second", "io_uring_enter", 3, 1, 0, 0, 0), ("other way to call, third", "io_uring_register", 3, 0, 0, 0),
    ("old way to call", "io_setup", 1, ROOM), ("code in the kernel", "bpf", 0, ROOM, 64), ("counters", "perf_event_open", ROOM, 0, -1, -1, 0),
    ("own page faults", "userfaultfd", 1), ("a file in memory", "memfd_create", "x", 0), ("secret memory", "memfd_secret", 0),
    ("a module", "init_module", ROOM, 16, ""), ("a module by file", "finit_module", LIBRARY, "", 0), ("removal of a module", "delete_module", "x", 0),
    ("another kernel", "kexec_load", 0, 0, 0, 0), ("another kernel by file", "kexec_file_load", LIBRARY, LIBRARY, 0, 0, 0), ("restart", "reboot", 0, 0, 0, 0),
    ("swap", "swapon", f"{SCRATCH}/own", 0), ("no swap", "swapoff", f"{SCRATCH}/own"), ("the kernel's log", "syslog", 3, ROOM, 16), ("size of the kernel's log", "syslog", 10, 0, 0),
    ("ports of devices", "iopl", 3), ("a port of a device", "ioperm", 0x70, 1, 1), ("segments", "modify_ldt", 0, ROOM, 16), ("personality", "personality", 0xFFFFFFFF),
    ("layout without chance", "personality", 0x0040000), ("accounting", "acct", 0), ("quota", "quotactl", 0, 0, 0, 0), ("quota by file", "quotactl_fd", LIBRARY, 0, 0, 0),
    ("clock", "settimeofday", 0, 0), ("clock, second", "clock_settime", 0, ROOM), ("clock, third", "adjtimex", ROOM), ("clock, fourth", "clock_adjtime", 0, ROOM),
    ("host name", "sethostname", "x", 1), ("domain name", "setdomainname", "x", 1), ("hang up", "vhangup"), ("cookies", "lookup_dcookie", 0, ROOM, 16),
    ("a library for all", "uselib", CANARY), ("file systems", "sysfs", 3), ("state of a device", "ustat", 1, ROOM), ("watch all files", "fanotify_init", 0, 0),
    ("watch files", "inotify_init1", 0), ("timer with signals", "timer_create", 0, struct.pack("qiii", 0, 9, 4, VICTIM), ROOM), ("signals as a file", "signalfd4", -1, ROOM, 8, 0),
    ("move bytes in the kernel", "splice", 0, 0, 3, 0, 1, 0), ("double bytes in the kernel", "tee", 0, 3, 1, 0), ("pages into a pipe", "vmsplice", 3, ROOM, 1, 0), ("send a file", "sendfile", 3, LIBRARY, 0, 1),
    ("memory policy", "set_mempolicy", 0, 0, 0), ("memory policy, second", "mbind", 0, 0, 0, 0, 0, 0), ("memory policy, third", "get_mempolicy", ROOM, 0, 0, 0, 0), ("memory policy, fourth", "set_mempolicy_home_node", 0, 0, 0, 0),
    ("shadow stack", "map_shadow_stack", 0, 4096, 0), ("sealed memory", "mseal", 0, 0, 0), ("several locks", "futex_waitv", ROOM, 1, 0, 0, 0), ("newer locks", "futex_wake", ROOM, 1, 1, 0),
    ("waiting anew", "epoll_pwait2", 3, ROOM, 1, 0, 0, 0), ("security modules", "lsm_list_modules", ROOM, ROOM, 0), ("own security", "lsm_get_self_attr", 100, ROOM, ROOM, 0), ("other security", "lsm_set_self_attr", 100, ROOM, 32, 0),
    ("own walls", "landlock_create_ruleset", 0, 0, 1), ("own filter", "seccomp", 1, 0, ROOM), ("what filters can do", "seccomp", 2, 0, struct.pack("I", 0x7FFF0000)), ("all memory locked", "mlockall", 1),
    ("pages in another order", "remap_file_pages", 0, 0, 0, 0, 0), ("flush all", "sync"), ("flush a disk", "syncfs", LIBRARY), ("flush a range", "sync_file_range", LIBRARY, 0, 0, 0),
    ("wait for children", "wait4", -1, ROOM, 0x40000001, 0), ("messages", "msgget", 0, 0o1666), ("semaphores", "semget", 0, 1, 0o1666), ("shared memory", "shmget", 0, 4096, 0o1666),
    ("foreign shared memory", "shmat", 0, 0, 0), ("queue", "mq_open", "x", 0o102, 0o666, 0), ("removal of a queue", "mq_unlink", "x"), ("limit by its old name", "setrlimit", 7, struct.pack("QQ", 4096, 4096)),
    ("more descriptors", "prlimit64", 0, 7, struct.pack("QQ", 4096, 4096), 0), ("memory without end", "prlimit64", 0, 9, struct.pack("Qq", 2**62, -1), 0), ("fewer descriptors", "prlimit64", 0, 7, struct.pack("QQ", 9, 9), 0),
    ("privileges on program start", "prctl", 38, 0, 0, 0, 0), ("be dumped", "prctl", 4, 1, 0, 0, 0), ("outlive its parent", "prctl", 1, 0, 0, 0, 0), ("a filter of the old kind", "prctl", 22, 2, 0, 0, 0),
    ("layout of memory", "prctl", 35, 1, 0, 0, 0), ("a tracer", "prctl", 0x59616D61, -1, 0, 0, 0), ("bits of security", "prctl", 28, 0, 0, 0, 0), ("keep capabilities", "prctl", 8, 1, 0, 0, 0),
    ("children that it adopts", "prctl", 36, 1, 0, 0, 0), ("counter of time", "prctl", 26, 2, 0, 0, 0), ("an ambient capability", "prctl", 47, 2, 0, 0, 0), ("catching calls", "prctl", 59, 1, 1, 0, 0),
    ("speculation", "prctl", 53, 0, 0, 0, 0), ("huge pages", "prctl", 41, 1, 0, 0, 0), ("sharing of a core", "prctl", 62, 0, 0, 0, 0), ("pipe of notices", "pipe2", ROOM, 0o200),
    ("fake input", "ioctl", 0, 0x5412, "x"), ("terminal of its own", "ioctl", 0, 0x540E, 0), ("block of a disk", "ioctl", LIBRARY, 0x1260, ROOM), ("clone of a file", "ioctl", LIBRARY, 0x40049409, LIBRARY),
    ("freeze of a disk", "ioctl", LIBRARY, 0xC0045877, 0), ("unknown call", 700), ("last of all calls", 0x3FFFFFFF),
]:
    by_call(label, name, *args)
attempt("namespace of another", lambda: system_call("setns", os.open(f"/proc/{VICTIM}/ns/mnt", os.O_RDONLY), 0))
by_call("namespace by descriptor", "setns", 3, 0)
for label, flag in CLONE.items():
    by_call(f"own {label}", "unshare", flag)

# --- Memory that no limit would count
for label, flags in {"shared memory without a file": 0x21, "large pages": 0x40022, "shared large pages": 0x40021, "shared memory, checked": 0x23}.items():
    attempt(label, lambda: system_call("mmap", 0, 4096, 3, flags, -1, 0))

if GIVEN["lastAct"] == "x32":
    LIBC.syscall(ctypes.c_long(0x40000000 | 39))
elif GIVEN["lastAct"] == "int80":
    code = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
if GIVEN["lastAct"]:
    os.write(1, f"survived\t{GIVEN['lastAct']}\n".encode())
