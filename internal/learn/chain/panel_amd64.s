#include "textflag.h"

// func sums(sum *[8]float64, source *float64, from *uint8, weight *[8]float64, n int)
TEXT ·sums(SB), NOSPLIT, $0-40
	MOVQ sum+0(FP), DI
	MOVQ source+8(FP), SI
	MOVQ from+16(FP), R8
	MOVQ weight+24(FP), R9
	MOVQ n+32(FP), CX
	VMOVUPD 0(DI), Y0
	VMOVUPD 32(DI), Y1

next:
	MOVBLZX (R8), AX
	VBROADCASTSD (SI)(AX*8), Y2
	VMULPD 0(R9), Y2, Y3
	VMULPD 32(R9), Y2, Y4
	VADDPD Y3, Y0, Y0
	VADDPD Y4, Y1, Y1
	INCQ R8
	ADDQ $64, R9
	DECQ CX
	JNZ  next
	VMOVUPD Y0, 0(DI)
	VMOVUPD Y1, 32(DI)
	VZEROUPPER
	RET
