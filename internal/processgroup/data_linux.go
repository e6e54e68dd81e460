package processgroup

import (
	"syscall"
	"unsafe"
)

// limitData bounds the private writable memory of a process and of each that it starts, in bytes, by RLIMIT_DATA. The kernel holds to it
// where a busy machine lets nobody look in time; address space that is merely reserved, of which Chromium has much, doesn't count. Where
// it fails, looking is what remains.
func limitData(pid int, bytes int64) {
	limit := syscall.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), syscall.RLIMIT_DATA, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
}
