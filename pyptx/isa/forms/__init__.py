"""The rows of the instruction database, one file per section of the manual's chapter 9.7.

A file is imported at the first use of one of its opcodes; `SECTIONS` lists the opcodes of each file.
"""

SECTIONS: dict[str, str] = {
    "integer":       "abs add bfe bfi bfind bmsk brev clmad clz div dp2a dp4a fns mad mad24 max min mul mul24 neg popc rem "
                     "sad sub szext",
    "extended":      "add addc mad madc sub subc",
    "floating":      "abs add copysign cos div ex2 fma lg2 mad max min mul neg rcp rsqrt sin sqrt sub tanh testp",
    "half":          "abs add ex2 fma max min mul neg sub tanh",
    "comparison":    "selp set setp slct",
    "logic":         "and cnot lop3 not or shf shl shr xor",
    "conversion":    "cvt",
    "data_movement": "cvta discard isspacep ld ldu mapa mov prefetch prefetchu prmt st applypriority createpolicy getctarank "
                     "spcompress spdecompress",
    "control":       "bra brx call exit ret",
    "barrier":       "bar barrier",
    "mbarrier":      "mbarrier",
    "fence":         "fence membar",
    "atomic":        "atom red",
    "warp":          "activemask elect match redux shfl vote",
    "warp_matrix":   "ldmatrix mma movmatrix stmatrix",
    "wmma":          "wmma",
    "wgmma":         "wgmma",
    "tcgen05":       "tcgen05",
    "async_copy":    "cp",
    "misc":          "brkpt griddepcontrol nanosleep pmevent setmaxnreg trap",
    "tensor_copy":   "applypriority cp multimem tensormap",
    "multimem":      "multimem",
    "fabric":        "fabric",
    "cluster_launch": "clusterlaunchcontrol",
    "texture":       "istypep sured suld suq sust tex tld4 txq",
    "video":         "vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 vmad vmax vmax2 vmax4 vmin vmin2 vmin4 vset "
                     "vset2 vset4 vshl vshr vsub vsub2 vsub4",
    "stack":         "alloca stackrestore stacksave",
}  # fmt: skip
